"""The runner of designers' tests: scenarios are read, made ready, played, and told what became of them."""
