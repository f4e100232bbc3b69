"""How much memory one call of the program takes."""

import subprocess
import sys

from conftest import PROGRAM

MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak_bytes(*arguments) -> int:
    """The largest resident memory of one call."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    status, kilobytes = map(int, done.stdout.split())
    assert status == 0, done.stderr
    return 1024 * kilobytes
