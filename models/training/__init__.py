"""Training code for the models; needs torch and stays out of the wheel."""
