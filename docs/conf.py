"""How `make site` builds the site with Sphinx: the pages of index.rst, each where it lies.

A link to a folder goes to the repository where its address is known (`TABLESIDE_REPOSITORY`).
A page that index.rst does not name and a link that leads nowhere fail.
"""

import os
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from service import __version__

ROOT = Path(__file__).resolve().parents[1]

project = "tableside"
author = "the tableside maintainers"
release = __version__
repository = os.environ.get("TABLESIDE_REPOSITORY", "").rstrip("/")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["docs/**", "*.md", "*/README.md", "models/JOURNAL.md"]
exclude_patterns = [".*", "build", "node_modules", "docs/site"]
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
html_use_index = html_domain_indices = False  # the search finds names
html_extra_path = ["site/index.html"]  # the address of the folder leads to the first page


def link_folders(app: Sphinx, doctree: nodes.document) -> None:
    """Link folders to the repository; without its address, leave only their names."""
    repository = app.config.repository
    page = Path(app.env.doc2path(app.env.docname))
    for link in list(doctree.findall(pending_xref)):
        folder = (page.parent / link["reftarget"]).resolve()
        if folder.is_dir():
            address = f"{repository}/blob/HEAD/{folder.relative_to(ROOT).as_posix()}"
            linked = [nodes.reference("", "", *link.children, refuri=address)]
            link.replace_self(linked if repository else link.children)


def setup(app: Sphinx) -> None:
    """Change links as soon as a page is read: MyST takes them for references that lead nowhere."""
    app.add_config_value("repository", "", "env")
    app.connect("doctree-read", link_folders)
