"""Commands that measure what the product costs; none of them is shipped."""
