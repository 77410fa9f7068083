"""Examples run, and types hold."""

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import unite_jpeg

HERE = Path(__file__).parent


def test_examples_of_the_documentation() -> None:
    for name in ("unite_jpeg", "unite_jpeg.pillow"):
        assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0
    readme = HERE.parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0


def test_everything_public_is_documented() -> None:
    for name in unite_jpeg.__all__:
        assert getattr(unite_jpeg, name).__doc__, name


def test_types() -> None:
    for what in (["--package", "unite_jpeg"], ["typed.py"]):
        command = [sys.executable, "-m", "mypy", "--strict", *what]
        done = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
        assert done.returncode == 0, done.stdout
