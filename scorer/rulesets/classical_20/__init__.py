"""Classical points with 20 for going out: table, house options, set-up."""
