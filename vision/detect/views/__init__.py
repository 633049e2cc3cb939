"""Looks at a photo: as it is, a part of it, turned, straightened, or with other light."""
