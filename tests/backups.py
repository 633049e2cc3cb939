"""Backups put back from a file, as the command does it."""

from service.ledger.backup import open_backup, restore


def restore_file(file, target):
    """Restore a backup's file into an open database."""
    with open_backup(file) as source:
        return restore(source, target)
