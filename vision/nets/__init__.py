"""The networks, each with what goes in and what comes out."""
