"""Sentences that are finished before anybody knows who will read them.

The rules engine and the server say in English what is wrong, and put numbers and cells into it.
These are the templates of what they say. ``Catalogue.retell`` and the browser recognise a sentence
by its template and say it in the reader's language. A test makes sure that each is still said.
"""

from kingdomino.words import N_

SENTENCES = (
    # Kingdoms on the score pad.
    N_("{count} squares: dominoes would make an even number"),
    N_("{cells} cut off from the castle"),
    N_("{count} squares of {square}: the box holds {most}"),
    N_("the kingdom is {width}×{height}: too large for {grid}×{grid_too}"),
    N_("there is an empty row or column between squares of the kingdom"),
    N_("g7 is where the castle stands: the square there does not count"),
)
