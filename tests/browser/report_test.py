"""report_test.py WORK SHOTS: use the HTML pages as a reader would, in headless Chromium.

WORK holds report.html, bare.html (without suite and predictions), late.html (the same, with a late gold),
unmoved.html (of relations that change queries and content; every case is an error), attack.html (of worst cases, with
its folder), comparison.html and runs.html. Screenshots go to SHOTS.
"""
import base64
import json
import os
import re
import sys
import time
import traceback
from urllib.parse import quote

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from make_answers import HOSTILE_ID, LONG_ID, WRONG_ALONE, WRONG_STEADY
from make_unmoved import BY_GOLD

WORK, SHOTS = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
WAIT_SECONDS = 5


def start():
    options = webdriver.ChromeOptions()
    # The sandbox does not start as root in a container; the page is our own.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,1000",
                     "--disable-background-networking", "--disable-component-update"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service("chromedriver"), options=options)


class Page:
    """The report in a browser."""

    def __init__(self):
        self.browser = start()

    def open(self, address="", name="report.html"):
        self.browser.get("about:blank")
        self.browser.get(f"file://{WORK}/{name}{address}")

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def js(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def until(self, condition):
        WebDriverWait(self.browser, WAIT_SECONDS, poll_frequency=0.05).until(lambda _: condition())

    def press(self, *keys):
        for key in keys:
            webdriver.ActionChains(self.browser).send_keys(key).perform()

    def hash(self):
        return self.js("return location.hash")

    def ids(self):
        return self.js("return [...document.querySelectorAll('#case-list b')].map((b) => b.textContent)")

    def shown(self):
        return self.js("const t = document.querySelector('#case-title span'); return t && t.textContent")

    def media(self, **features):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def width(self, pixels):
        if pixels:
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": pixels, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        else:
            self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def screenshot(self, name):
        size = self.browser.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 8000), "scale": 1}
        shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        self.save(name, shot["data"], b"\x89PNG")

    def save(self, name, data, magic):
        data = base64.b64decode(data)
        assert data.startswith(magic) and len(data) > 10000, name
        with open(os.path.join(SHOTS, name), "wb") as out:
            out.write(data)


# Tests


def test_summary(page):
    page.open()
    data = page.js("return JSON.parse(document.getElementById('data').textContent)")
    everything = data["summary"]["all"]
    assert page.text(".figure.main .value") == f"{100 * everything['errors'] / everything['judged']:.1f}%"
    assert len(page.all(".relations tbody tr")) == len(data["summary"]["relations"])
    mean = 100 * data["summary"]["means_of_relations"]["all"]["error_rate"]
    assert f"{mean:.1f}%" in page.all(".relations tfoot tr")[1].text
    assert page.text("#matches") == f"{len(data['cases']):,} errors"
    assert page.all(".heat-map td.heat a") and page.all(".bars li")


def test_cards_say_what_they_count(page):
    page.open()
    few, many = {"judged": 29, "errors": 29, "error_rate": 1}, {"judged": 30, "errors": 3, "error_rate": 0.1}
    worst = "return worstRelation({relations: [['PI', 'prefix'], ['PS', ''], ['TS', '']], summary: {relations: arguments[0]}}).textContent"
    assert page.js(worst, {"PI": many, "PS": many}) == "10.0%in the worst relationPI · prefix"
    said = page.js(worst, {"PI": many, "PS": many, "TS": few})
    assert said == "10.0%in the worst relationPI · prefix, of those with 30 or more judged cases", said
    chance = "const f = chanceFigure({repeated: 3, summary: {all: {errors: arguments[0], flaky_errors: arguments[1]}}}); return f && f.textContent"
    assert page.js(chance, 0, 0) is None
    assert page.js(chance, 4, 0) == "0.0%of errors may be chance0 of 4: asked again, the system gave the same answers"
    assert page.js(chance, 4, 1) == "25.0%of errors may be chance1 of 4: asked again, the system answered differently"


def test_filter(page):
    page.open()
    Select(page.find("select[name=relation]")).select_by_value("CRn")
    page.until(lambda: page.hash() == "#relation=CRn")
    assert page.ids() and all("-CRn-" in name for name in page.ids())
    causes = Select(page.find("select[name=cause]"))
    cause = [option.get_attribute("value") for option in causes.options if option.is_enabled()][-1]
    assert cause
    causes.select_by_value(cause)
    page.until(lambda: "cause=" + cause.replace(" ", "+") in page.hash())
    assert re.fullmatch(r"\d+ of [\d,]+ errors?", page.text("#matches"))
    page.find("button[type=reset]").click()
    page.until(lambda: page.hash() == "#errors")
    assert len(page.ids()) == 25


def test_kinds(page):
    page.open()
    kinds = [name.text for name in page.all(".bars a")]
    assert kinds == ["column prediction", "operator", "others", "others: wrong value", "not diagnosed", "SELECT", "nested WHERE", "query", "JOIN", "WHERE"], kinds
    assert [name.text for name in page.all(".bars .within a")] == ["others: wrong value"]  # a part, not a sibling
    sorted_kinds = page.js("return partsAfterWholes([[0, 9], [1, 5], [2, 3], [-1, 1]], (n) => n === 2, [0, 1, 0])")
    assert sorted_kinds == [[0, 9], [2, 3], [1, 5], [-1, 1]], sorted_kinds
    page.js("document.querySelectorAll('.bars a')[2].click()")
    page.until(lambda: page.find("select[name=type]").get_attribute("value") == "others")
    assert all(fact.text.startswith("others") for fact in page.all(".item-facts"))
    of_type = page.text("#matches")
    page.open("#type=others%3A%20wrong%20value")
    page.until(lambda: page.find("select[name=type]").get_attribute("value") == "others: wrong value")
    assert page.text("#matches") == of_type  # a kind is beneath its type
    rows = [row.text for row in page.all(".differences tbody tr")]
    assert rows == ["SELECT name –", "WHERE nested 1 deep a < 1 <i>b</i>"], rows
    assert "The queries differ in SELECT, WHERE." in page.text(".diagnosis")
    page.open("#clause=nested%20WHERE")
    page.until(lambda: page.find("select[name=clause]").get_attribute("value") == "nested WHERE")
    data = page.js("return JSON.parse(document.getElementById('data').textContent)")
    wanted = [c[0] for c in data["cases"] if data["clauses"].index("nested WHERE") in c[7]]
    assert wanted and page.ids() == wanted[:25], wanted


DATA = "return JSON.parse(document.getElementById('data').textContent)"
RELATION, CAUSE, SEED, ELEMENTS = 2, 3, 1, 10


def left(page, name):
    """What the options of a filter say, by value."""
    options = page.js("return [...arguments[0].options].map((o) => [o.value, o.textContent])", page.find(f"select[name={name}]"))
    return {value: int(re.search(r"\(([\d,]+)\)$", text)[1].replace(",", "")) for value, text in options}


def test_counts_follow_the_other_filters(page):
    page.open()
    data = page.js(DATA)
    causes, relations = [c[0] for c in data["causes"]], [r[0] for r in data["relations"]]
    cases = data["cases"]
    assert left(page, "cause")["system error"] == sum(causes[c[CAUSE]] == "system error" for c in cases)
    page.open("#relation=CRn")
    chosen = [c for c in cases if relations[c[RELATION]] == "CRn"]
    assert left(page, "cause")[""] == len(chosen)
    assert left(page, "cause")["system error"] == sum(causes[c[CAUSE]] == "system error" for c in chosen)
    assert left(page, "relation") == {"": len(cases), **{r: sum(relations[c[RELATION]] == r for c in cases)
                                                       for r in left(page, "relation") if r}}
    page.find("input[type=search]").send_keys("zzz")
    page.until(lambda: left(page, "relation")[""] == 0)


def test_elements_lead_to_errors(page):
    page.open()
    assert "SQL elements of the gold query" in page.text("#breakdown-body")
    page.js("document.querySelector('.bars a[href=\"#element=JOIN\"]').click()")
    page.until(lambda: page.hash() == "#element=JOIN")
    data = page.js(DATA)
    join = data["elements"].index("JOIN")
    wanted = [c[0] for c in data["cases"] if join in data["seeds"][c[SEED]][ELEMENTS]]
    assert wanted and len(wanted) < len(data["cases"])
    page.until(lambda: page.text("#matches") == f"{len(wanted)} of {len(data['cases'])} errors")
    assert page.ids() == wanted[:25]


# An element that canonical questions test leads to those that were answered wrong.
def test_tested_elements_lead_to_failures(page):
    page.open("", "canonical.html")
    data = page.js(DATA)
    names = page.js("return testedElements(state.data)")
    assert page.text("#tested-title") == "By element that is tested" and page.find("#tested-link").is_displayed()
    assert all(name in page.text("#tested-body") for name in names) and "Basic clauses" in page.text("#tested-body")
    wrong = [s for s in data["seeds"] if s[9] == 1]
    for name in names:
        failures = [f"seed-{s[0]}" for s in wrong if s[11] == names.index(name)]
        links = page.js("return [...document.querySelectorAll('#tested-body a')].filter((a) => a.textContent === arguments[0]).length", name)
        assert links == (1 if failures else 0), name
    name = next(n for n in names if any(s[11] == names.index(n) for s in wrong))
    failures = [f"seed-{s[0]}" for s in wrong if s[11] == names.index(name)]
    page.js("[...document.querySelectorAll('#tested-body a')].find((a) => a.textContent === arguments[0]).click()", name)
    page.until(lambda: page.ids() == failures[:25])
    assert page.text("#matches") == f"{len(failures)} of {len(wrong)} wrong seeds"
    assert left(page, "tested")[name] == len(failures)
    page.screenshot("tested")
    page.open()
    assert not page.find("#tested").is_displayed() and not page.find("#tested-link").is_displayed()


# The distributions of fluency are there where questions were rated, and the lines rise with the figures.
def test_fluency(page):
    page.open("", "canonical.html")
    data = page.js(DATA)
    assert page.find("#fluency").is_displayed() and page.find("#fluency-link").is_displayed()
    lines = page.js("return [...document.querySelectorAll('#fluency-plot polyline')].map((l) => l.getAttribute('points'))")
    assert len(lines) == 2 and lines[0] != lines[1]
    for line, name in zip(lines, ("original", "generated")):
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        assert len(points) == 101 and points == sorted(points, key=lambda p: (p[0], -p[1]))
        assert all(0 <= x <= 640 and 0 <= y <= 300 for x, y in points)
        assert f"{data['fluency'][name][50]:.3f}" in page.text("#fluency-table")
    assert str(data["fluency"]["cases"]) in page.text("#fluency-hint").replace(",", "")
    gaps = page.js("""
        const box = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect(); };
        return [...document.querySelectorAll('#fluency-table tr')].flatMap((row) =>
            [...row.cells].slice(2).map((cell, i) => box(cell).left - box(row.cells[i + 1]).right));""")
    assert gaps and min(gaps) >= 12, gaps  # columns stand apart
    page.screenshot("fluency")
    page.open()
    assert not page.find("#fluency").is_displayed() and not page.find("#fluency-link").is_displayed()


def share_by(scores, member):
    """Of worst cases, how many are errors: {"shop": "25.0%", …}."""
    found = {}
    for case in scores["cases"]:
        key = next(seed.get(member) for seed in scores["seeds"] if seed["seed"] == case["seed"])
        found.setdefault(key, []).append(case["cause"] != "consistent")
    return {key: f"{100 * sum(broken) / len(broken):.1f}%" for key, broken in found.items() if any(broken)}


# What was spent on worst cases, and how many questions are broken by database and by hardness.
def test_attack(page):
    page.open("", "attack.html")
    with open(f"{WORK}/worst/suite/manifest.json") as f:
        attack = json.load(f)["attack"]
    with open(f"{WORK}/worst/scores.json") as f:
        scores = json.load(f)
    assert f"{attack['questions']} of {attack['budget']} questions spent" in page.text(".source")
    assert attack["broken"] > 5 and page.text(".figure.main").count(f"{attack['broken']} of ") == 1
    bars = page.js("""return [...document.querySelectorAll('.bars li')].map((li) => li.textContent)""")
    for database, share in share_by(scores, "db_id").items():
        assert any(bar.startswith(database) and share in bar for bar in bars), (database, share, bars)
    shares = share_by(scores, "hardness")
    assert len(shares) > 1 and sorted(cell.text for cell in page.all(".heat-map td.heat a")) == sorted(shares.values()), shares
    page.screenshot("attack.png")


# Headings and hints say what is there.
def test_headings(page):
    page.open()
    assert page.js("return elementsTitle({golden: 0, summary: {seeds: 3}})") == "SQL elements of the answer to the original"
    assert "or of the answer" in page.js("return elementsTitle({golden: 1, summary: {seeds: 3}})")
    hint = "not diagnosed where there is no query to compare."
    assert hint in page.text("#breakdown-body")
    page.js("drawBreakdown({...state.data, cases: state.data.cases.filter((c) => c[CASE.TYPE] >= 0)})")
    assert "Kinds of error" in page.text("#breakdown-body") and hint not in page.text("#breakdown-body")


def search(page, text):
    """The ids of all that is found."""
    page.open("#q=" + quote(text))
    return page.js("return state.matches.map((place) => entries()[place][0])")


def test_search_by_id(page):
    every = search(page, "")
    of_one = [name for name in every if name.startswith("1-")]
    assert of_one and search(page, "1") == of_one and search(page, "seed-1") == of_one
    assert search(page, "1-PI") == [name for name in of_one if name.startswith("1-PI-")]
    assert search(page, "1-PI-1") == ["1-PI-1"] and search(page, "1-pi-1") == ["1-PI-1"]
    assert search(page, "-pi-") == [name for name in every if "-PI-" in name]  # a part of an id, as text
    assert search(page, f"{WRONG_STEADY}") == []
    assert search(page, "older than 30")  # a number among words is a word


def test_wrong_seeds(page):
    page.open()
    page.js("document.querySelector('a[href=\"#show=seeds\"]').click()")
    page.until(lambda: page.ids() == [f"seed-{WRONG_STEADY}", f"seed-{WRONG_ALONE}"])
    assert page.text("#errors-title") == "Wrong seeds" and page.text("#matches") == "2 wrong seeds"
    assert not page.find("select[name=relation]").is_displayed() and page.find("select[name=hardness]").is_displayed()
    assert "wrong, and steady" in page.text("#case-pane") and "SELECT 'wrong'" in page.text("#case-pane")
    page.press("j")
    page.until(lambda: page.shown() == f"seed-{WRONG_ALONE}")
    assert page.text(".command code").endswith(f"seed-{WRONG_ALONE}")
    page.find("#case-pane a[href^='#q=']").click()
    page.until(lambda: page.text("#errors-title") == "Errors")
    assert page.ids() and all(name.startswith(f"{WRONG_ALONE}-") for name in page.ids())
    page.open(f"#case=seed-{WRONG_STEADY}")
    page.until(lambda: page.shown() == f"seed-{WRONG_STEADY}")
    assert left(page, "show") == {"": len(page.js(DATA)["cases"]), "seeds": 2}


# Without cases there are no error rates: the page is about what is right, by element.
def test_seeds_only(page):
    page.open("", "seeds.html")
    data = page.js(DATA)
    right = data["summary"]["seeds_right_execution"]
    assert page.text(".figure.main .value") == f"{100 * right['yes'] / right['of']:.1f}%"
    figures = page.text(".figures")
    assert "of seeds right by execution" in figures and "elements with all questions right" in figures and "right in the worst element" in figures
    assert "error rate" not in figures and "\u2013" not in figures
    for part in ("relations", "relations-link", "breakdown", "breakdown-link"):
        assert not page.find(f"#{part}").is_displayed(), part
    assert page.text("#errors-title") == "Wrong seeds" and page.ids()
    page.screenshot("seeds")


def test_wrong_seeds_show_rows(page):
    page.open("", "seeds.html")
    seed = next(s for s in page.js(DATA)["seeds"] if s[9] == 1 and s[12] >= 0 and s[13] >= 0)
    page.open(f"#case=seed-{seed[0]}", "seeds.html")
    page.until(lambda: page.shown() == f"seed-{seed[0]}")
    assert "RESULTS" in page.text("#case-pane").upper() and "Expected" in page.text("#case-pane")
    assert len(page.all("#case-pane .rows, #case-pane .nothing")) == 2


def test_semicolon_is_no_difference(page):
    page.open("", "seeds.html")
    wrong = [s for s in page.js(DATA)["seeds"] if s[9] == 1 and s[6] >= 0]
    for seed in wrong[:5]:
        page.open(f"#case=seed-{seed[0]}", "seeds.html")
        page.until(lambda: page.shown() == f"seed-{seed[0]}")
        assert ";" in page.text("#case-pane .sql:last-of-type") or ";" in page.text("#case-pane")
        assert not [mark for mark in page.all("#case-pane .sql ins, #case-pane .sql del") if ";" in mark.text]


def test_effort(page):
    page.open()
    assert "p50 40 ms, p95 40 ms" in page.text(".source")
    assert "in prompts" in page.text(".source")


def test_chart_leads_to_errors(page):
    page.open()
    page.js("document.querySelector('.relations tbody a').click()")
    page.until(lambda: page.hash().startswith("#relation="))
    wanted = page.hash().split("=")[1]
    page.until(lambda: page.ids() and all(f"-{wanted}-" in name for name in page.ids()))
    assert page.find("select[name=relation]").get_attribute("value") == wanted


def test_search(page):
    page.open()
    page.find("input[type=search]").send_keys("HOW many customers")
    page.until(lambda: " of " in page.text("#matches"))
    assert all("how many customers" in item.text.lower() for item in page.all(".item-question")[:3])
    page.find("input[type=search]").send_keys(" zzz")
    page.until(lambda: page.text("#matches").startswith("0 of "))
    assert page.text("#case-pane") == "No error matches."


def test_open_case(page):
    page.open("#relation=PI")
    wanted = page.ids()[3]
    page.all("#case-list a")[3].click()
    page.until(lambda: page.shown() == wanted)
    assert f"case={wanted}" in page.hash()
    assert page.all("blockquote ins") and page.all(".sql .line.differs") and page.all(".command code")
    assert page.text(".command code").endswith(wanted)
    page.browser.back()
    page.until(lambda: page.shown() == page.ids()[0])


MARKED = """
const text = (nodes, open, close) => nodes.map((n) => n instanceof Node ? open + n.textContent + close : n).join('');
const [before, after] = markedTexts(arguments[0], arguments[1]);
return [text(before, '[-', '-]'), text(after, '{+', '+}')];
"""


def test_words_as_in_a_terminal(page):
    page.open()
    golden = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../golden/word_diff.txt")
    with open(golden, encoding="utf-8") as text:
        lines = [line.rstrip("\n") for line in text if line.strip() and not line.startswith("#")]
    for before, after, *marked in zip(*[iter(lines)] * 4):
        assert page.js(MARKED, before, after) == marked, (before, page.js(MARKED, before, after))


def test_deep_link(page):
    page.open("#relation=CS")
    last = page.ids()[-1]
    page.open(f"#case={last}")
    page.until(lambda: page.shown() == last)
    assert page.js("return document.querySelector('#case-list [aria-current]').textContent").startswith(last)
    assert page.js("return document.getElementById('errors').getBoundingClientRect().top < innerHeight")
    page.open("#case=" + quote("999-XX-'; rm x"))
    page.until(lambda: "not among the errors" in page.text("#case-pane"))
    assert page.text(".command code").endswith("'999-XX-'\\''; rm x'")


def test_keyboard(page):
    page.open("#errors")
    first, second = page.ids()[:2]
    page.press("j")
    page.until(lambda: page.shown() == second)
    page.press("j", "k", Keys.ARROW_UP)
    page.until(lambda: page.shown() == first)
    page.press("/")
    assert page.js("return document.activeElement.name") == "q"
    page.press("j", "?")  # typed, not obeyed
    page.until(lambda: page.hash() == "#q=j%3F")
    page.press(Keys.ESCAPE)
    page.until(lambda: page.hash() == "#errors")
    page.press(Keys.ESCAPE, "j", "j")
    page.until(lambda: "case=" in page.hash())
    page.press(Keys.ESCAPE)
    page.until(lambda: "case=" not in page.hash())
    page.press("?")
    assert page.find("#keys").is_displayed()
    page.press(Keys.ESCAPE)
    assert not page.find("#keys").is_displayed()


def test_tab_order(page):
    page.open()
    page.press(Keys.TAB)
    assert page.js("return document.activeElement.textContent") == "Skip to the errors"
    assert page.js("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.press(Keys.ENTER, Keys.TAB)
    assert page.js("return document.activeElement.name") == "q"


def test_pages(page):
    page.open()
    first = page.ids()
    page.js("document.querySelector('#pager button:last-child').click()")
    page.until(lambda: page.ids() != first)
    assert page.hash() == "#page=2"
    assert page.js("return document.getElementById('case-list').contains(document.activeElement)")
    page.press("k")
    page.until(lambda: page.shown() == first[-1])  # over the edge of the page


def test_schema_drawings(page):
    for relation, expected in (("CRn", "becomes"), ("CRm", "removed"), ("CI", "new"), ("OK", "key"), ("NO", "moves to"),
                               ("CS", "was "), ("TS", "was "), ("FL", "goes")):
        page.open(f"#relation={relation}")
        if page.ids():
            assert any(expected in note.text for note in page.all(".side .note")), relation


def test_hostile(page):
    page.open(f"#case={HOSTILE_ID}")
    page.until(lambda: page.shown() == HOSTILE_ID)
    assert "<img src=x onerror" in page.text("#case-pane")
    assert "‹U+202E›gnp.exe" in page.text("#case-pane")
    assert page.all(".rows tbody tr")[-1].text.endswith("9007199254740993 1.0 NULL")
    assert not page.all("img") and not page.all("main b b")
    assert page.js("return window.hacked") is None


def test_long_question(page):
    page.open(f"#case={LONG_ID}")
    page.until(lambda: page.shown() == LONG_ID)
    button = page.find("blockquote button")
    assert "100,000" in button.text
    page.js("arguments[0].click()", button)
    page.until(lambda: len(page.js("return [...document.querySelectorAll('blockquote')].pop().textContent")) == 100000)


def test_copy(page):
    page.open()
    page.js("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    page.js("document.querySelector('.command button').click()")
    page.until(lambda: page.text(".command button") == "Copied")
    assert page.js("return window.copied") == page.text(".command code")


def test_bare(page):
    page.open("#errors", "bare.html")
    assert len(page.ids()) == 25 and page.shown() == page.ids()[0]
    assert not page.all("blockquote")


def test_late_golds_and_empty_answers(page):
    page.open(name="late.html")
    assert "Left out: 1 seed whose gold query took longer than the deadline" in page.text(".figures")
    assert re.search(r"Proved on empty answers\s+1 of [\d,]+ cases", page.text(".source"))
    page.open()
    assert "Left out" not in page.text(".figures") and "empty answers" not in page.text(".source")


def unmoved(page, relation):
    """The first error of the relation in full, and what its parts are called."""
    page.open(f"#relation={relation}", "unmoved.html")
    page.until(lambda: page.shown())
    return page.text(".diagnosis"), [label.text for label in page.all(".side h5")]


def test_changed_columns(page):
    said, labels = unmoved(page, "DB-content")
    assert said.startswith("Column customer.age became birth_year (2020 - age). "
                           "Column product.price became price_in_cents (100 * price). What is asked"), said
    assert "Expected: the original answer, over the new columns" in labels, labels
    page.screenshot("unmoved-content.png")
    said, labels = unmoved(page, "DB-abbreviation")
    assert said.startswith("Column purchase.customer_id is called cust_id now. What is asked"), said
    assert not any("Expected" in label for label in labels)
    page.screenshot("unmoved-abbreviation.png")
    said, labels = unmoved(page, "DB-synonym")
    assert "customer_age now. And 5 more. What is asked" in said, said


def test_expected_answers(page):
    said, labels = unmoved(page, "SQL-sort-order")
    assert said.startswith("highest became lowest. The answer should have changed"), said
    assert labels[2:7] == ["To the original", "Expected: the original answer, with the change", "To the changed", "Expected",
                           "Of the changed"], labels
    page.screenshot("unmoved-sort-order.png")
    page.open(f"#case={BY_GOLD}-SQL-comparison-0", "unmoved.html")
    page.until(lambda: page.shown() == f"{BY_GOLD}-SQL-comparison-0")
    assert "Expected, by the gold query" in [label.text for label in page.all(".side h5")]


# Relations with long ids, of questions of every hardness.
def test_tables_fit(page):
    page.open("", "unmoved.html")
    page.js("""const data = {...state.data, hardness: ['easy', 'medium', 'hard', 'extra']};
        data.cells = data.relations.flatMap((_, r) => [0, 1, 2, 3].map((h) => [r, h, 2, 2]));
        drawBreakdown(data)""")
    for width in (1200, 1300, 1440):
        page.width(width)
        assert page.js("return [...document.querySelectorAll('.scroll')].every((s) => s.scrollWidth <= s.clientWidth)"), width
        if width == 1200:
            page.screenshot("unmoved-1200.png")


# What the change object of a file says, as a sentence.
def test_hostile_changes(page):
    page.open("", "unmoved.html")
    for change, said in (("[]", ""), ("7", ""), ("{}", ""),
                         ('{"renamed":{}}', "Changed: renamed {}."),
                         ('{"renamed":null,"replaced":0}', "Changed: renamed null; replaced 0."),
                         ('{"renamed":{"a":{"b":[1.0]},"c":null}}', 'Column a is called {"b":[1.0]} now. Column c is called null now.'),
                         ('{"replaced":[1,null,{"column":1}]}', 'Changed: replaced 1, null, {"column":1}.'),
                         ('{"replaced":[{"by":{"x":[null],"y":{}}}]}', "Column undefined became x ([null]), y ({})."),
                         ('{"replaced":[{"column":{"a":1},"by":{"<b>":"<i>"}}]}', 'Column {"a":1} became <b> (<i>).')):
        shown = page.js("return el('p', {}, changeSentence({change: jsonAt({texts: [arguments[0]]}, 0)})).textContent", change)
        assert shown == said, (change, shown)


CONTRAST = """
const rgb = (text) => {
  const n = text.match(/[\\d.]+/g).map(Number);
  const scale = text.startsWith('color(srgb') ? 1 : 255;
  return [n[0] / scale, n[1] / scale, n[2] / scale, n[3] ?? 1];
};
const light = ([r, g, b]) => [r, g, b].map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (node) => {
  for (; node; node = node.parentElement) {
    const color = rgb(getComputedStyle(node).backgroundColor);
    if (color[3] > 0.9) return color;
  }
  return [1, 1, 1];
};
return [...document.querySelectorAll('main *')].filter((node) => node.getClientRects().length && !node.closest('.hidden, :disabled, option') &&
  [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())).map((node) => {
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(ground(node))];
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), node.outerHTML.slice(0, 120)];
  }).filter(([contrast]) => contrast < 4.5);
"""


def comparison(page, address=""):
    page.open(address, "comparison.html")
    return page.js(DATA)


def test_comparison(page):
    data = comparison(page)
    assert page.text("h1") == "Comparison of plain, <b>bold</b> and third" and not page.all("h1 b")
    rates = [f"{100 * s['summary']['all']['error_rate']:.1f}%" for s in data["systems"]]
    assert [cell.text for cell in page.all(".systems .rate-text")] == rates
    all_of = data["systems"][1]["summary"]["all"]
    assert f"{100 * all_of['low']:.1f}–{100 * all_of['high']:.1f}%" in page.all(".systems tbody tr")[1].text
    assert len(page.all(".heat-map tbody tr")) == len(data["relations"]) + 1
    assert "40 ms" in page.text(".systems") and page.text("#matches") == f"{len(data['cases'])} cases"


def test_differences(page):
    data = comparison(page)
    pair = data["pairs"][0]["compared"]["all"]  # of the second against the first
    change = 100 * (pair["rate_second"] - pair["rate_first"])
    sign = lambda x: f"{'−' if x < 0 else '+' if x > 0.05 else ''}{abs(x):.1f}"
    first_cell = lambda: page.text(".pairs tbody tr td")
    assert first_cell().startswith(f"{sign(change)} {sign(100 * pair['low'])} to {sign(100 * pair['high'])}"), first_cell()
    assert len(page.all(".pairs .range")) >= 2 * len(data["relations"])
    Select(page.find(".against select")).select_by_value("1")
    page.until(lambda: first_cell().startswith(f"{sign(-change)} {sign(-100 * pair['high'])} to {sign(-100 * pair['low'])}"))
    assert f"{pair['only_first']} only plain" in page.text(".sentences")


def test_differing_cases(page):
    data = comparison(page)
    outcomes = left(page, "outcome")
    assert outcomes[""] == len(data["cases"]) == sum(n for name, n in outcomes.items() if name)
    assert "only <b>bold</b> breaks" in outcomes and "only third holds" in outcomes
    page.js("document.querySelector('.capability-table a[href=\"#capability=ordering\"]').click()")
    page.until(lambda: page.hash() == "#capability=ordering")
    assert page.ids() and all(name.split("-")[1] in ("TS", "CS") for name in page.ids())
    page.open("#outcome=" + quote("only third holds"), "comparison.html")
    page.until(lambda: page.ids())
    signs = [sign.text for sign in page.all(".outcome .shape")]
    assert signs == ["▲", "▲", "●"], signs
    assert [code.text.split("--scores ")[1].split()[0].rsplit("/", 1)[1] for code in page.all(".outcome .command code")] == \
        ["scores.json", "others1.json", "others2.json"]
    assert page.all(".outcome .sql .line.differs")
    data_id = page.ids()[0]
    page.open(f"#case={data_id}", "comparison.html")
    page.until(lambda: page.shown() == data_id)
    page.press("j")
    page.until(lambda: page.shown() != data_id)


def runs(page, address=""):
    page.open(address, "runs.html")
    return page.js(DATA)


# The mean of the runs with the spread between them, as the data have it.
def mean_of(figure):
    text = f"{100 * figure['mean']:.1f}%"
    return text if figure["spread"] is None else f"{text} ± {100 * figure['spread']:.1f}"


def test_runs(page):
    data = runs(page)
    twice, once = (system["figures"] for system in data["systems"])
    assert [cell.text for cell in page.all(".systems .rate-text")] == [mean_of(twice["all"]["error_rate"]), mean_of(once["all"]["error_rate"])]
    assert "±" in page.all(".systems .rate-text")[0].text and "±" not in page.all(".systems .rate-text")[1].text
    change = 100 * once["all"]["error_rate"]["change"]
    assert f"{'−' if change < 0 else '+'}{abs(change):.1f}%" in page.all(".systems tbody tr")[1].text
    assert page.text(".heat-map tbody tr td").startswith(mean_of(twice["relations"][data["relations"][0][0]]["error_rate"]))
    tables = [figure.text for figure in page.all(".capability-table")]
    right = [text for text in tables if text.startswith("Seeds right by execution")]
    assert len(right) == 1 and mean_of(twice["hardness"]["easy"]["seeds_right_execution"]) in right[0], tables
    assert "→" in page.text(".sentences") and "other runs" in page.text("#differences-body .hint")


def test_outcomes_of_runs(page):
    data = runs(page)
    case = data["cases"][0]
    page.open(f"#case={case[0]}", "runs.html")
    page.until(lambda: page.shown() == case[0])
    run, errors, judged = case[-1][0][4:]
    assert f"an error in {errors} of {judged} run{'' if judged == 1 else 's'}; this is run {run + 1}" in page.text(".outcome h4")
    command = page.text(".outcome .command code")
    assert command.split("--scores ")[1].split()[0].rsplit("/", 1)[1] == ("scores.json", "others1.json")[run]
    assert "more than half" in page.text("#errors-lead")


def test_runs_look(page):
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        runs(page)
        weak = page.js(CONTRAST)
        assert not weak, (scheme, weak[:3])
        page.screenshot(f"runs-{scheme}.png")
    page.width(320)
    runs(page)
    assert page.js("return document.documentElement.scrollWidth") <= 320


def test_comparison_looks(page):
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        comparison(page)
        weak = page.js(CONTRAST)
        assert not weak, (scheme, weak[:3])
        page.screenshot(f"comparison-{scheme}.png")
    page.width(320)
    comparison(page)
    assert page.js("return document.documentElement.scrollWidth") <= 320
    page.screenshot("comparison-narrow.png")


def test_contrast(page):
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        page.open("#show=seeds")
        assert not page.js(CONTRAST), scheme
        for relation in ("PI", "NO", "CRm", "CRn"):
            page.open(f"#relation={relation}")
            weak = page.js(CONTRAST)
            assert not weak, (scheme, weak[:3])


def test_semantics_of_comparison(page):
    check_semantics(page, "comparison.html")
    check_semantics(page, "runs.html")


def test_semantics(page):
    check_semantics(page, "report.html")


def check_semantics(page, name):
    page.open("", name)
    unnamed = page.js("return [...document.querySelectorAll('input, select')].filter((f) => !f.labels.length).length")
    assert unnamed == 0
    assert page.js("return [...document.querySelectorAll('table')].every((t) => t.querySelector('th[scope]'))")
    levels = page.js("return [...document.querySelectorAll('main :is(h1,h2,h3,h4,h5)')].map((h) => Number(h.tagName[1]))")
    assert levels[0] == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels
    ids = page.js("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids))
    for landmark in ("main", "header", "footer", "nav[aria-label]", "[role=search]", "[role=status]"):
        assert page.all(landmark), landmark


def test_narrow(page):
    page.width(240)
    page.open()
    assert page.js("return document.documentElement.scrollWidth") <= 240
    page.width(400)
    assert not page.find("#case-pane").is_displayed()
    wanted = page.ids()[1]
    page.js("document.querySelectorAll('#case-list a')[1].click()")
    page.until(lambda: page.shown() == wanted and page.find("#case-pane").is_displayed())
    assert not page.find("#list-pane").is_displayed()
    assert page.js("return document.documentElement.scrollWidth") <= 400
    page.screenshot("narrow.png")
    page.js("document.querySelector('.back').click()")
    page.until(lambda: page.find("#list-pane").is_displayed())


WIDTHS = (420, 800, 1280)


def test_figures_stay_on_their_cards(page):
    for name in ("report", "unmoved", "canonical", "attack", "seeds"):
        for width in WIDTHS:
            page.width(width)
            page.open("", name + ".html")
            if name == "report":
                page.screenshot(f"report-{width}.png")
            # As long as figures become.
            page.js("for (const v of document.querySelectorAll('.figure .value')) v.textContent = v.textContent.replace(/^.*%$/, '100.0%')")
            over = page.js("return [...document.querySelectorAll('.figure p')].filter((p) => p.scrollWidth > p.clientWidth).map((p) => p.textContent)")
            assert not over, (name, width, over)
            assert page.js("return document.documentElement.scrollWidth") <= width, (name, width)


def test_pictures(page):
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        page.open("#relation=NO")
        page.screenshot(scheme + ".png")
    page.media(prefers_color_scheme="light")
    printed = page.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    page.save("print.pdf", printed["data"], b"%PDF")


# Of all that was done above.
def test_no_problem_and_no_request(page):
    problems = [entry for entry in page.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    assert not problems, problems[:3]
    requests = [json.loads(entry["message"])["message"] for entry in page.browser.get_log("performance")]
    urls = {message["params"]["request"]["url"].split("#")[0] for message in requests
            if message["method"] == "Network.requestWillBeSent"}
    assert urls <= {f"file://{WORK}/report.html", f"file://{WORK}/bare.html", f"file://{WORK}/late.html", f"file://{WORK}/unmoved.html", f"file://{WORK}/comparison.html", f"file://{WORK}/runs.html", f"file://{WORK}/canonical.html",
                    f"file://{WORK}/attack.html", f"file://{WORK}/seeds.html"}, urls


def main():
    page = Page()
    passed = failed = 0
    for name, test in [item for item in globals().items() if item[0].startswith("test_")]:
        began = time.monotonic()
        try:
            page.width(None)
            page.media(prefers_color_scheme="light")
            test(page)
            passed += 1
        except Exception:  # a test that fails, in whatever way
            failed += 1
            print(f"{name} failed after {time.monotonic() - began:.1f} s")
            traceback.print_exc(file=sys.stdout)
    page.browser.quit()
    print(f"browser: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
