"""A hand scored by a rule set, its reasons, and what it waits for."""
