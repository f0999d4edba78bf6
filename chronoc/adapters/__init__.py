"""Rule tables as environments of other programs. Each module needs what it is named after; nothing here is imported unless
it is asked for."""
