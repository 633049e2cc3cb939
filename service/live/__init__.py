"""What phones are told at once, and the background work of a service."""
