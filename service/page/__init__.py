"""The phone page: its modules, style and pictures, and how they are packed for a phone."""
