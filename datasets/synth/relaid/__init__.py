"""Real hands laid down anew: tiles of a photographed row, moved as players lay sets down."""
