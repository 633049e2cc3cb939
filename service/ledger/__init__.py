"""Games in the database: events stored, read, corrected and looked back on."""
