"""A language as the scorer speaks it: its own two, and those that the catalogues know."""

from scorer.setup.guide import CHINESE, ENGLISH, Tongue
from service.locale.catalogues import say
from service.locale.languages import ENGLISH as ENGLISH_TAG
from service.locale.languages import Language

_OWN = {"en": ENGLISH, "zh": CHINESE}


def tongue(language: Language) -> Tongue:
    """How the set-up and the training are said in a language."""
    field = "en" if language.tag == ENGLISH_TAG else language.field
    if field in _OWN:
        return _OWN[field]
    return Tongue.of(lambda english: say(language.tag, english, "setup", "page"), language.space)
