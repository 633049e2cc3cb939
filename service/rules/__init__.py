"""House rules that this service stores."""
