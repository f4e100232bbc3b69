"""How much memory one call of the program takes."""

import subprocess
import sys

from conftest import PROGRAM

MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def peak_bytes(*arguments, status: int | None = 0) -> int:
    """The largest resident memory of one call, which ends with this exit status; None: with any."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    found, kilobytes = map(int, done.stdout.split())
    assert status in (None, found), done.stderr
    return 1024 * kilobytes
