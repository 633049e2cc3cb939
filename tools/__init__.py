"""Small commands that keep files of the project: golden digests, icons, pictures, diagrams."""
