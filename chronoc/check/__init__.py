"""What `chronoc check` looks for beyond what the compiler needs: one module a rule, one page a rule."""
