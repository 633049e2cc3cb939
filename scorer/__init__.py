"""Tiles, hands, rules, payments and the table: the game itself, with the standard library only."""
