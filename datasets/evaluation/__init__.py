"""What a reading got right: matching with labels, figures, whole hands, tables, pictures."""
