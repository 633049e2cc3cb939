"""How Sphinx builds the site of these documents; `make site` lays the pages out and calls it."""

import logging
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of each plugin

project = "tableside"
author = "the tableside maintainers"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
nitpicky = False  # types of the standard library are named and not linked
smartquotes = False  # a quote in an example stays as it is typed
suppress_warnings = ["myst.header"]  # a page may go from a title to a smaller one

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
# Docstrings are plain sentences with `names` in them.
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"

html_theme = "furo"
html_title = "tableside"
html_show_sphinx = False
html_copy_source = False
html_use_index = False  # the search finds names
html_extra_path = ["site/index.html"]  # the address of the folder leads to the first page
