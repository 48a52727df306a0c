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
    N_("{terrain} without crowns"),
    N_("{terrain} with 1 crown"),
    N_("{terrain} with 2 crowns"),
    N_("{terrain} with 3 crowns"),
    # Placements that are refused.
    N_("domino {domino} does not fit at {where}: {reason}"),
    N_("its squares take two neighbouring cells"),
    N_("{cell} is taken"),
    N_("{cells} are taken"),
    N_("the kingdom would outgrow its {grid}×{grid_too} grid"),
    N_("no {first} or {second} beside it, nor the castle"),
    N_("no {terrain} beside it, nor the castle"),
    N_("the game is over"),
    N_("{colour} has to claim a domino, not to place one"),
    N_("{colour} has to place domino {domino}, not {other}"),
    N_("{colour} has to place domino {domino} first"),
    N_("{colour} has claimed domino {domino} already"),
    N_("domino {domino} is not in the line: free to claim: {free}"),
    N_("g7 is where the castle stands: the square there does not count"),
)
