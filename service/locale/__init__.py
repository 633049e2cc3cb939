"""The languages: one folder each, found automatically. English is the key to all of them."""
