"""The page's modules joined for a phone, to which each file costs more than its bytes.

What is needed together travels together: modules in the order in which they import each other, each
in a block of its own, otherwise as they are written. `/static/index.html` is the page unjoined.
"""

import json
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

FIRST, REST = "first.js", "rest.js"

_NAME = r'"(\.{1,2}/[\w./-]+\.js)"'
_IMPORT = re.compile(rf"^import (?:(\{{[^}}]*\}})|\* as (\w+)) from {_NAME};$", re.MULTILINE)
_PASSED_ON = re.compile(rf"^export (\{{[^}}]*\}}) from {_NAME};$", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LATER = re.compile(rf"\bimport\({_NAME}\)")
_OTHER = re.compile(
    r"^(?:import|export)\b.*|\bimport\(.*|\$(?:joined|fetched|parts)\b", re.MULTILINE
)
_FORMS = (
    'import { a } from "./b.js"; import * as b from "./b.js"; export { a } from "./b.js"; '
    'export const, function or class; import("./b.js")'
)
# `$joined` has every module's exports by its name; parts add theirs when one is first wanted.
_FETCHED = """\
const $joined = {{}};
const $parts = {parts};
async function $fetched(name) {{
  const parts = await Promise.all($parts[name].map((part) => import(part)));
  for (const {{ join }} of parts) join($joined, $fetched);
  return $joined[name];
}}
"""
_PART = """\
export const join = (($joined, $fetched) => {{
if ($joined["{last}"]) return;
{blocks}}});
"""


class JoinError(ValueError):
    """Modules are written so that they cannot be joined: which, and how to write it instead."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module, those it imports, and those it fetches when they are wanted, by name."""

    name: str
    text: str
    imports: tuple[str, ...]
    later: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str) -> "Module":
        """Find what a module imports; raises JoinError for forms that are not known here."""
        known = _EXPORT.sub("", _LATER.sub("", _PASSED_ON.sub("", _IMPORT.sub("", text))))
        if other := _OTHER.search(known):
            raise JoinError(f"{name}: {other[0]!r} cannot be joined. Write one of: {_FORMS}")
        imports = [found[3] for found in _IMPORT.finditer(text)]
        imports += [found[2] for found in _PASSED_ON.finditer(text)]
        later = (_resolved(name, found) for found in _LATER.findall(text))
        return cls(name, text, tuple(_resolved(name, each) for each in imports), tuple(later))

    def block(self) -> str:
        """The module in braces; its imports come from `$joined`, its exports are left there."""
        exports = [found[2] for found in _EXPORT.finditer(self.text)]
        for found in _PASSED_ON.finditer(self.text):
            exports += [name.split()[-1] for name in found[1].strip("{} \n").split(",")]
        text = _IMPORT.sub(self._taken, self.text)
        text = _PASSED_ON.sub(self._passed_on, text)
        text = _LATER.sub(self._fetched, _EXPORT.sub(r"\1 \2", text))
        return f'{{\n{text}$joined["{self.name}"] = {{ {", ".join(exports)} }};\n}}\n'

    def _taken(self, found: re.Match[str]) -> str:
        names = found[2] or found[1].replace(" as ", ": ")
        return f'const {names} = $joined["{_resolved(self.name, found[3])}"];'

    def _passed_on(self, found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ")
        return f'const {names} = $joined["{_resolved(self.name, found[2])}"];'

    def _fetched(self, found: re.Match[str]) -> str:
        return f'$fetched("{_resolved(self.name, found[1])}")'


def _resolved(name: str, imported: str) -> str:
    """The module that `name` imports, by its own name: from the folder that holds them all."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))


def in_order(
    modules: Mapping[str, Module], wanted: Iterable[str], have: Iterable[str] = ()
) -> list[str]:
    """The modules wanted and all that they import, without those that are there, imports first.

    Raises JoinError where modules import each other in a circle, or one that does not exist.
    """
    done = set(have)
    order: list[str] = []

    def add(name: str, path: tuple[str, ...]) -> None:
        if name in done:
            return
        path = (*path, name)
        if name in path[:-1] or name not in modules:
            raise JoinError(f"{' imports '.join(path)}: a circle, or no such module.")
        for imported in modules[name].imports:
            add(imported, path)
        done.add(name)
        order.append(name)

    for name in wanted:
        add(name, ())
    return order


def join(texts: Mapping[str, str], first: Sequence[str], apart: Sequence[str]) -> dict[str, str]:
    """Join modules, given by name, to files, by name: `first.js`, one for each `apart`, `rest.js`.

    `first` names the modules that are needed at once, the one that begins the page as the last of
    them. Those `apart` come with what they import and nothing else; the rest is all that is fetched
    besides. No module is in two files. Raises JoinError.
    """
    modules = {name: Module.read(name, text) for name, text in texts.items()}
    at_once = in_order(modules, first)
    later = sorted({name for module in modules.values() for name in module.later} - set(at_once))
    parts: dict[str, list[str]] = {}
    for part, wanted in (*((posixpath.basename(name), [name]) for name in apart), (REST, later)):
        there = [name for names in parts.values() for name in names]
        parts[part] = in_order(modules, wanted, (*at_once, *there))
    files = {
        part: _PART.format(last=names[-1], blocks="".join(modules[name].block() for name in names))
        for part, names in parts.items()
        if names
    }
    places = {name: _places(modules, name, at_once, parts) for name in later}
    places |= {name: [] for module in modules.values() for name in module.later if name in at_once}
    blocks = "".join(modules[name].block() for name in at_once)
    return {FIRST: _FETCHED.format(parts=json.dumps(places)) + blocks, **files}


def _places(
    modules: Mapping[str, Module], name: str, at_once: Sequence[str], parts: Mapping[str, list[str]]
) -> list[str]:
    """The files that a module comes with, in the order in which they are joined.

    A file is joined as a whole: with it comes what any of its modules imports.
    """
    files: list[str] = []
    wanted = [name]
    while True:
        needed = in_order(modules, wanted, at_once)
        found = [part for part, there in parts.items() if not set(needed).isdisjoint(there)]
        if found == files:
            return [f"./{part}" for part in files]
        files = found
        wanted = [each for part in files for each in parts[part]]
