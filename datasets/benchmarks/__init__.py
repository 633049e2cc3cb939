"""Parts of the benches: the service's line, the scorer and the reader beside other packages."""
