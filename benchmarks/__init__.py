"""What the product costs: commands that measure it, none of which is shipped."""
