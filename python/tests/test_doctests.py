"""The examples in docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import explainee

MODULES = [m.name for m in pkgutil.iter_modules(explainee.__path__) if m.name not in ("_core", "spark")]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    result = doctest.testmod(importlib.import_module(f"explainee.{name}"))
    assert result.failed == 0


def test_there_are_some():
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(f"explainee.{name}") for name in MODULES]
    assert sum(len(t.examples) for module in modules for t in finder.find(module)) > 20
