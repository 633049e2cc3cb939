"""This computer's own certificates, for https in networks where no other authority gives any."""
