"""Small commands that maintain files of the project: catalogues of texts, pictures."""
