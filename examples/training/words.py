"""words.py: questions and names as words, with their places in the text."""
import re
from typing import NamedTuple

TOKEN = re.compile(r"\d+(?:[.,]\d+)*|'s\b|[^\W\d_]+|\S")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

# Words that mention nothing in a database by themselves.
COMMON = frozenset("""
a an the of in on at to for from by with and or is are was were be been do does did have has had what which who whom
whose when where why how that this these those their its his her there it they them he she we you i as each every all
any some no not than then more most less least many much
""".split())

SPELLED_NUMBERS = frozenset("zero one two three four five six seven eight nine ten eleven twelve".split())


class Word(NamedTuple):
    text: str
    start: int
    end: int

    @property
    def low(self):
        return self.text.lower()


def words(text):
    """The words of a text, each with its place."""
    return [Word(m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)]


def lows(text):
    return [word.low for word in words(text)]


def is_number(text):
    return NUMBER.fullmatch(text) is not None


def as_number(text):
    """The number that a text means, or None. A comma separates thousands, as in 1,200."""
    try:
        return float(text.replace(",", "")) if is_number(text) else None
    except ValueError:
        return None


def stem(word):
    """The word in lower case and, roughly, in the singular: singers, singer; cities, city; boxes, box."""
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def find(needle, hay):
    """The first place of the list needle in the list hay, or None."""
    for at in range(len(hay) - len(needle) + 1):
        if hay[at:at + len(needle)] == needle:
            return at
    return None
