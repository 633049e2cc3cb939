"""What phones are notified of at once, and the background work of a service."""
