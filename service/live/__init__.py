"""What phones hear at once, and what is done in the background."""
