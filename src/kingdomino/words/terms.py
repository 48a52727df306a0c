"""Words that are put into sentences: a language that inflects has a form of them for each case.

A placeholder whose name is a kind of term, or ends in one (``{terrain}``, ``{other_terrain}``), is
given the English word. A translation says in square brackets in which form the word stands there,
``{terrain}[genitive]``; its catalogue has the forms, each as a text in the context
``terrain:genitive``, and the plain word in the context ``terrain``.
"""

TERMS: dict[str, tuple[str, ...]] = {
    "terrain": ("wheat", "forest", "lake", "grassland", "swamp", "mine"),
    "colour": ("Pink", "Yellow", "Green", "Blue"),
    "level": ("Page", "Squire", "Knight", "Duke", "Monarch"),
}
"""The terms of each kind."""

NOMINATIVE = "nominative"
"""The name of the form that a term has by itself."""


def kind_of(placeholder: str) -> str | None:
    """The kind of term that stands for a placeholder; None if it is something else."""
    kind = placeholder.rpartition("_")[2]
    return kind if kind in TERMS else None


def form_context(kind: str, form: str) -> str:
    """The context in which a catalogue has the terms of a kind in a form."""
    return kind if form in ("", NOMINATIVE) else f"{kind}:{form}"
