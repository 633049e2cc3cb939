"""What a rule set is made of: rows, house options, exclusions, and the two ways to count."""
