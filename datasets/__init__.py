"""Photos, labels, rendered scenes and measurements for developers; not part of the wheel."""
