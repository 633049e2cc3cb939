"""What a service reports of its work: a log line and a count per request, anonymously."""
