"""Training of the models; needs torch and is not part of the wheel.

`loop` trains any `Task`; `tasks` has one for each network: the data it learns from (`data`), the
network itself (`networks`), its loss (`losses`), its files (`export`). `quantisation` converts
files to eight bits, `cards` describes them, and `stages.mk` has every step of `make train`.
"""
