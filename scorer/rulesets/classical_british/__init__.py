"""Classical points with doubles and trebles: table, house options, set-up."""
