"""Terms of houses for tests, as `read_house_terms` returns them."""


def house_terms(base, name, version=1, options=None, **more):
    """What a file of a house says; empty tables are left out."""
    terms = {"base": base, "name": name, "version": version, "options": options, **more}
    return {key: value for key, value in terms.items() if value}
