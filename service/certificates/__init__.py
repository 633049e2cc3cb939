"""Certificates of this computer's own, for https in a network where nobody else gives any."""
