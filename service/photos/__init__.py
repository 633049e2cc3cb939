"""Photos: read by the models in turn, and kept where a table asks for it."""
