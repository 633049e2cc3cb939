"""What a service says of its work: a line and a count a request, and nothing of who asked."""
