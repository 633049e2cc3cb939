"""Photos: read by the models in turn, and stored if a table asks for it."""
