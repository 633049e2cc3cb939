"""Tiles, hands, rules, payments and the table: the game itself, standard library only."""
