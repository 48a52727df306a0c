"""Turns the grammars of docs/notation.md into regular expressions: none of them is recursive."""

import re
from functools import cache

from tests.docs.pages import blocks, read_page

_RULE = re.compile(r"(?P<name>[a-z-]+)\s*=\s*(?P<body>(?:\"[^\"]*\"|'[^']*'|\?[^?]*\?|[^;\"'?])*);")
_TOKEN = re.compile(
    r"""\s*(?:(?P<first>"[^"]")\s*…\s*(?P<last>"[^"]")
    |(?P<text>"[^"]*"|'[^']*')
    |\?\s*(?P<special>[^?]*?)\s*\?
    |(?P<name>[a-z-]+)
    |(?P<mark>[][{}()|,]))""",
    re.VERBOSE,
)
_SPECIAL = {
    "white space, but no new line": r"[^\S\n]",
    "white space": r"\s",
    "a new line": r"\n",
    'any character but ", \\ and a new line': r'[^"\\\n]',
}
_MARKS = {"[": "(?:", "]": ")?", "{": "(?:", "}": ")*", "(": "(?:", ")": ")", "|": "|", ",": ""}


@cache
def rules() -> dict[str, str]:
    """The grammar's rules by name, as they are written."""
    text = "\n".join(block.text for block in blocks(read_page("docs/notation.md"), "ebnf"))
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    assert not _RULE.sub("", text).strip(), "part of the grammar is no rule"
    found = {match["name"]: match["body"] for match in _RULE.finditer(text)}
    assert len(found) == len(_RULE.findall(text)), "a rule is given twice"
    return found


@cache
def expression(name: str) -> str:
    """The regular expression for a rule."""
    body = rules()[name].strip()
    parts = []
    at = 0
    while at < len(body):
        match = _TOKEN.match(body, at)
        assert match is not None, f"{name}: what is {body[at:]!r}?"
        at = match.end()
        if match["first"]:
            parts.append(f"[{match['first'][1]}-{match['last'][1]}]")
        elif match["text"]:
            parts.append(re.escape(match["text"][1:-1]))
        elif match["special"]:
            parts.append(_SPECIAL[match["special"]])
        elif match["name"]:
            parts.append(expression(match["name"]))
        else:
            parts.append(_MARKS[match["mark"]])
    return f"(?:{''.join(parts)})"


def derives(name: str, text: str) -> bool:
    """Whether the grammar's rule of this name derives the text."""
    return re.fullmatch(expression(name), text) is not None
