"""c_text.py: C source as tokens, with the little structure that planting a fault needs.

This is not a parser. It separates comments, strings and preprocessor lines from code, pairs
brackets, and knows which tokens are inside a function. Faults that do not compile are not counted,
so a mistake here costs only time.
"""
import re
from bisect import bisect_right

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
      | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      | (?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+[uUlL]*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<punct>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|[^\s\w])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE)
PAIRS = {")": "(", "]": "[", "}": "{"}


class Token:
    __slots__ = ("kind", "text", "start", "end", "in_function")

    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.in_function = False


class CText:
    """A source file. `mate[i]` is the other bracket of token i."""

    def __init__(self, text):
        self.text = text
        self.tokens = [Token(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(text)
                       if m.lastgroup not in ("comment", "directive")]
        self.mate = {}
        self._line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self._pair()
        self._mark_functions()

    def _pair(self):
        stack = []
        for i, token in enumerate(self.tokens):
            if token.kind != "punct":
                continue
            if token.text in PAIRS.values():
                stack.append(i)
            elif token.text in PAIRS and stack and self.tokens[stack[-1]].text == PAIRS[token.text]:
                self.mate[i] = stack.pop()
                self.mate[self.mate[i]] = i

    def _mark_functions(self):
        i = 0
        while i < len(self.tokens):
            if self.is_at(i, "{") and i in self.mate:
                if i and self.is_at(i - 1, ")"):
                    for token in self.tokens[i:self.mate[i]]:
                        token.in_function = True
                i = self.mate[i]
            i += 1

    def is_at(self, i, *texts):
        """Is token i one of these? False outside of the file."""
        return 0 <= i < len(self.tokens) and self.tokens[i].text in texts

    def line(self, place):
        return bisect_right(self._line_starts, place)

    def column(self, place):
        return place - self._line_starts[self.line(place) - 1] + 1
