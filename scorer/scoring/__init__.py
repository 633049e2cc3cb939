"""Scores of hands by a rule set, with their reasons, and near misses."""
