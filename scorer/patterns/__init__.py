"""Facts about a win, each a named function with its rule as docstring: `count(win) -> int`.

0 means absent, 2 twice (two dragon pungs). Nothing here knows what a fact is worth: values and what
swallows what stand in the tables of `scorer.rulesets`.
"""
