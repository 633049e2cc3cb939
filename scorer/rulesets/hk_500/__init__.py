"""Hong Kong Old Style as the 500-point sheet has it: table, house options, set-up."""
