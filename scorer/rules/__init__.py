"""The parts of a rule set: rows, house options, exclusions, and the two ways to count."""
