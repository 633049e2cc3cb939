"""Who pays whom: for a hand, for debts that cannot be paid, and at the end."""
