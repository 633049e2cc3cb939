"""Small commands that keep files of the project: catalogues of texts, cards, pictures."""
