"""Sentences that are finished before anybody knows who will read them.

The rules engine and the server say in English what is wrong, and put numbers and cells into it.
These are the templates of what they say. ``Catalogue.retell`` and the browser recognise a sentence
by its template and say it in the reader's language. Tests make sure that each is still said, and
that nothing is said that is not here. ``cli.sentences`` lists those that only the command meets.
"""

from kingdomino.words import N_

SENTENCES = (
    # Kingdoms on the score pad.
    N_("{count} squares: dominoes would make an even number"),
    N_("{cells} cut off from the castle"),
    N_("{count} squares of {square}: the box holds {most}"),
    N_("the kingdom is {width}×{height}: too large for {grid}×{grid}"),
    N_("there is an empty row or column between squares of the kingdom"),
    N_("{terrain} without crowns"),
    N_("{terrain} with 1 crown"),
    N_("{terrain} with 2 crowns"),
    N_("{terrain} with 3 crowns"),
    # Placements that are refused.
    N_("domino {domino} does not fit at {where}: {reason}"),
    N_("its squares take two neighbouring cells"),
    N_("{cell} is taken"),
    N_("{first} and {second} are taken"),
    N_("the kingdom would outgrow its {grid}×{grid} grid"),
    N_("no {terrain} or {other_terrain} beside it, nor the castle"),
    N_("no {terrain} beside it, nor the castle"),
    N_("domino {domino} may not be thrown away: it fits, as {placement} for one"),
    N_("the game is over"),
    N_("an action is given as such, as text like -15, or by its number: not {thing}"),
    N_("an action is a whole number from 0 to {last}, not {thing}"),
    N_("there is no action {number}: actions are numbered 0 to {last}"),
    N_("action {number} is not legal: {reason}"),
    N_("{colour} has to claim a domino, not to place one"),
    N_("{colour} has to place domino {domino}, not {other}"),
    N_("{colour} has to place domino {domino} first"),
    N_("{colour} has claimed domino {domino} already"),
    N_("domino {domino} is not in the line: free to claim: {free}"),
    N_("g7 is where the castle stands: the square there does not count"),
    # Notation that cannot be read.
    N_("line {line}, column {column}: {reason}"),
    N_("there is no domino {domino}: they are numbered 1 to {most}"),
    N_("there is no domino {domino}"),
    N_("{text} is no action: write a claim as -15, a placement as 10:g6s, a discard as 10x"),
    N_("{text} is no cell: write a column a to m and a row 1 to 13"),
    N_("{text} is no cell: the rows are 1 to 13"),
    N_("{text} is no seed: write a whole number, or x and pairs of digits 0-f"),
    N_("{text} is no contribution: write 1 to 128 digits 0-f"),
    N_("{text} is no number of crowns here"),
    N_("a second castle"),
    N_(
        "{text} is no square: write w f l g s m with crowns 1 to 3 after it if any, "
        ". for an empty cell, C for the castle, / for the next row"
    ),
    N_("there is no castle: write C where it stands"),
    # Rules that cannot be played.
    N_("Kingdomino is for 2, 3 or 4 players, not {players}"),
    N_("Mighty Duel is for 2 players, not {players}"),
    N_("the rules {text} name an edition twice"),
    N_("the rules {text} name the number of players twice"),
    N_("the rules {text} name {word} twice"),
    N_("{word} is no word for a rule: the words are {known}"),
    N_("the rules {text} do not say how many play: add 2p, 3p or 4p"),
    # Records.
    N_("round {round}, {colour} (line {line}): {reason}"),
    N_("it is {colour}'s turn"),
    N_("it is nobody's turn"),
    N_("round {round} begins before round {before} is complete"),
    N_("the line of round {round} is missing after this one"),
    N_("the scores are {scores}, not {said} as the record says"),
    N_("the record gives final scores, but its game is not over"),
    N_("the kings were not drawn as the record's seed draws them"),
    N_("the line of round {round} is not the one the seed deals"),
    N_('{named} players are named, but {players} play: each has a tag such as [Pink "Ann"]'),
    N_("a tag is of printable characters"),
    N_("contributions without a seed"),
    N_("there is no round 0 with the first line"),
    N_('a tag is written [Name "value"]'),
    N_("a second tag {name}"),
    N_('the tag [Rules "classic 2p"] or the like is missing'),
    N_("the scores are {players} numbers, one for each player"),
    N_("the game has only {rounds} rounds"),
    N_("{head} should stand here, not {found}"),
    N_("round {round} has no line"),
    N_("a line is written as numbers with commas, not {text}"),
    N_("a line has {length} dominoes, not {found}"),
    N_("a line is in ascending order"),
    N_("domino {domino} was in a line before"),
    N_(
        "{text} is no turn: write the player's letter, then a placement such as 10:g6s "
        "or a discard such as 10x, then a claim such as -15"
    ),
    N_("{colour} does not play"),
    N_("round 0 names each player {kings} times"),
    N_("round 0 names each player once"),
    N_("one player claims a domino, the other two, then the first again"),
    # Positions.
    N_(
        "the fields are rules, letters, round, kings, line, a kingdom for each player, "
        "unseen dominoes"
    ),
    N_("the letters of {players} players should stand here"),
    N_("{letter} is no player's letter: they are P, Y, G and B"),
    N_("the round is a number from 0 to {rounds}"),
    N_("{text} is no king or domino: write G10, G or 10"),
    N_("{letter} is not the letter of a player here"),
    N_("between 1 and {kings} kings have yet to move in this round"),
    N_("every king has its player's letter"),
    N_("the kings stand in ascending order of their dominoes"),
    N_("in round 0 all kings are in hand"),
    N_("only the first king can be in hand"),
    N_("in the last round no king is in hand: nothing is claimed"),
    N_("one player claims a domino, the other two, then the first"),
    N_("the line of this round has {length} dominoes"),
    N_("the line is in ascending order"),
    N_("{moved} kings have moved, but {standing} stand on the line"),
    N_("a domino on which a king stands is not in the line"),
    N_("each player has {kings} kings"),
    N_("{colour} has not received that many dominoes yet"),
    N_("{text} is no domino or range of dominoes: write 3 or 3-7"),
    N_("{text} is no range within 1 to {most}"),
    N_("{expected} dominoes are unseen in this round, not {found}"),
    N_("a domino that lies open is not unseen"),
    N_(
        "the kingdoms have {count} squares of {square}, "
        "the dominoes gone from the lines only {available}"
    ),
    N_("the server cannot play, and stops"),
)
