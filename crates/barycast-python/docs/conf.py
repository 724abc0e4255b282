"""Configuration of the pages: `cargo xtask python docs` builds them, without network."""

from importlib.metadata import version as version_of

import matplotlib

matplotlib.use("Agg")

project = "barycast"
author = "the barycast authors"
copyright = author
version = release = version_of("barycast")

extensions = [
    "sphinx.ext.autodoc",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
]
source_suffix = {".rst": "restructuredtext", ".md": "markdown"}
exclude_patterns = ["_build", "gallery", "auto_gallery/*.py", "auto_gallery/*.ipynb"]
suppress_warnings = ["config.cache"]

html_theme = "pydata_sphinx_theme"
html_title = f"barycast {version} for Python"
html_theme_options = {"navigation_with_keys": False, "show_toc_level": 2}
html_sidebars = {"index": []}

# Signatures have no types: the stub has them, and docstrings name shapes as well.
autodoc_typehints = "none"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = True
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

myst_heading_anchors = 3

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "auto_gallery",
    "filename_pattern": r"/plot_",
    "ignore_pattern": r"made\.py|__init__\.py",
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "write_computation_times": False,
    "abort_on_example_error": True,
    "copyfile_regex": r"made\.py|.*\.rst",
}
