"""Who may write to a game: tokens, the links that carry them, and their permissions."""
