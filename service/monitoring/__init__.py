"""Reports on a service's work: a log line and a count per request, anonymously."""
