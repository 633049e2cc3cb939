"""Games in the database: events stored, read, reported, corrected and looked back on."""
