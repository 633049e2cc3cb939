"""A game as a list of events, and the table that follows from them."""
