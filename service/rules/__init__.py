"""House rules that this service knows."""
