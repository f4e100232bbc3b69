"""The README works as pasted, and shows what the program really says."""
import pathlib
import re
import subprocess

from conftest import PROGRAM

ROOT = pathlib.Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text()


def test_the_screenful_is_what_the_program_prints():
    found = re.search(r"^    (build/explainee explain data/.*)\n\n((?:    .*\n|\n)+)", README, flags=re.M)
    words = [str(PROGRAM) if word == "build/explainee" else word for word in found.group(1).split()]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    clean = lambda text: [line.strip() for line in text.strip().splitlines()]
    assert clean(said) == clean(found.group(2))


def test_the_dialogue_is_what_the_program_says_to_these_answers():
    found = re.search(r"^    (build/explainee ask data/.*)\n\n((?:    .*\n|\n)+)", README, flags=re.M)
    words = [str(PROGRAM) if word == "build/explainee" else word for word in found.group(1).split()]
    answers = "\n235\n98\n114\n103\n"
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, input=answers).stdout.splitlines()
    shown = [line.removeprefix("    ") for line in found.group(2).splitlines() if line.strip() not in ("", "…")]
    assert [line for line in shown if line.startswith("> ")] == ["> 235", "> 103"] and len(shown) > 12
    rest = iter(said)
    assert all(line in rest for line in shown)  # in this order, with lines left out


def test_every_link_leads_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_demo_fits_one_screen_and_tells_the_nurse_the_truth(tmp_path):
    picture = tmp_path / "demo.svg"
    said = subprocess.run([str(PROGRAM), "demo", "--picture", str(picture)], capture_output=True, text=True, check=True).stdout
    assert 30 <= len(said.splitlines()) <= 45
    assert re.search(r"A lipid nurse\s+body mass index 0\.5\d bits\s+triglycerides: already known", said)
    assert said.splitlines()[-1].startswith("Your own file:  explainee explain FILE.csv --prediction COLUMN")
    assert picture.read_text().startswith("<svg") and picture.read_text().count("the model says") == 3


def test_the_family_of_ones_own_is_the_one_that_is_compiled():
    code = (ROOT / "src/explainee/family/own_family_test.cpp").read_text()
    shown = (ROOT / "docs/families.md").read_text()
    assert code.split("// docs: begin\n")[1].split("// docs: end")[0].strip() in shown


def test_the_estimator_of_ones_own_is_the_one_that_is_compiled():
    code = (ROOT / "src/explainee/information/own_estimator_test.cpp").read_text()
    shown = (ROOT / "docs/estimators.md").read_text()
    assert code.split("// docs: begin\n")[1].split("// docs: end")[0].strip() in shown
