"""The languages: a folder each, found by itself. English is the key to all of them."""
