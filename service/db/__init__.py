"""The database: opening, migrating, backing up, and telling its errors apart."""
