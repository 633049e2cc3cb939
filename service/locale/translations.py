"""The texts of the set-up and the training in the API: in English, in Chinese, and as requested."""

from collections.abc import Mapping
from typing import Any

from service.locale.languages import IN_ENGLISH, Language, languages
from service.locale.sentences import translate

CHINESE = "zh-Hant-HK"


def with_languages(answer: Mapping[str, Any], language: Language | None = None) -> dict[str, Any]:
    """Return an answer with its `text`, `said` and `unclear` in English and in Chinese.

    Each has a `text` in a language, too, if one is given.
    """

    def in_each_language(text: str) -> dict[str, str]:
        words = {"en": translate(IN_ENGLISH, text), "zh": translate(languages()[CHINESE], text)}
        return words if language is None else {**words, "text": translate(language, text)}

    shown = {name: value for name, value in answer.items() if name != "text"}
    for name in ("said", "unclear"):
        if shown.get(name):
            shown[name] = in_each_language(shown[name])
    if "steps" in shown:
        shown["steps"] = [with_languages(step, language) for step in shown["steps"]]
    return {**shown, **(in_each_language(answer["text"]) if "text" in answer else {})}
