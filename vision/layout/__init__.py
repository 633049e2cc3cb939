"""Which tiles on a table are a hand, and what they are to it."""
