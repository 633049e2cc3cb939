"""Guides and course in a language: in the scorer's own two, and those that catalogues know."""

from scorer.setup.guide import IN_CHINESE, IN_ENGLISH, Translation
from service.locale.catalogues import say
from service.locale.languages import ENGLISH, Language

_OWN = {"en": IN_ENGLISH, "zh": IN_CHINESE}


def translation(language: Language) -> Translation:
    """How the set-up and the training are said in a language."""
    field = "en" if language.tag == ENGLISH else language.field
    if field in _OWN:
        return _OWN[field]
    return Translation.of(
        lambda english: say(language.tag, english, "setup", "rules"), language.space
    )
