"""Memory in units of n² doubles: the moments, one Gram matrix, and what the search takes beside it."""

import pytest

from peak_memory import peak_bytes
from wide_moments import write_wide_moments

COLUMNS = 2950  # from 2900 on half a matrix is given back to the system too when it is freed


def taken(path, *options) -> float:
    peak = peak_bytes("explain", path, "--prediction", "p", "-s", "10", "--threads", "2", *options)
    return (peak - peak_bytes("--version")) / (8 * COLUMNS**2)


@pytest.mark.parametrize("person", [[], ["--knows", "x7"]])
def test_one_gram_matrix_at_a_time(cli, person):
    """The best sets for nobody in particular have a Gram matrix of their own: hers is gone by then."""
    path = cli.folder / "wide.moments"
    write_wide_moments(path, COLUMNS, rho=0.0)
    assert taken(path, *person) < 2.4


def test_the_search_takes_three_with_its_gram_matrix(cli):
    """Neighbouring columns: the dear bounds, the least eigenvalue and the tree, one after the other."""
    path = cli.folder / "wide.moments"
    write_wide_moments(path, COLUMNS, rho=0.9)
    assert taken(path, "--time-limit", "7") < 1 + 3
