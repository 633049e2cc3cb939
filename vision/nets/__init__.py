"""The networks, each with its inputs and outputs."""
