"""Two variants side by side: what differs in their trees, texts, proofs and games."""
