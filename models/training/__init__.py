"""Training of the models; needs torch and stays out of the wheel.

`loop` trains any `Task`; `tasks` has one for each network: what it learns from (`data`), the
network itself (`networks`), its loss (`losses`), its files (`export`). `quantisation` brings files
to eight bits, `cards` describes them, and `stages.mk` has every step of `make train`.
"""
