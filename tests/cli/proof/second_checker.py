"""tools/check_certificate.py as a module: `from second_checker import checker`."""

import importlib.util
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[3] / "tools" / "check_certificate.py"
spec = importlib.util.spec_from_file_location("check_certificate", PROGRAM)
checker = importlib.util.module_from_spec(spec)
sys.modules["check_certificate"] = checker
spec.loader.exec_module(checker)
