"""What the networks learn from: photos, rendered scenes, crops of tiles, and their augmentation."""
