"""Photos: read in turn by the models, and kept where a table asks for it."""
