"""What the networks learn from: photos, rendered scenes, and crops of tiles."""
