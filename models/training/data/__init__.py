"""The training data: photos, rendered scenes, and crops of tiles."""
