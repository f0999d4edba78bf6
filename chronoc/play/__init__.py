"""A game in the terminal: people at one screen and automatic players."""
