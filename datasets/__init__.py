"""Photos, labels, rendered scenes and measurements for developers; not in the wheel."""
