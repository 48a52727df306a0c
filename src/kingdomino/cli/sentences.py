"""Sentences that the command meets finished, in English, and tells anew in the reader's language.

They come from Typer, from players and the arena, from datasets and from the system. Some are also
written into files or JSON, which are English everywhere. As with ``words.sentences``, tests make
sure that each is still said, and that nothing is said that is not here.
"""

from kingdomino.words import N_

USAGE = (
    N_("Invalid value for {name}: {reason}"),
    N_("Input should be a valid integer, unable to parse string as an integer"),
    N_("Input should be a valid number, unable to parse string as a number"),
    N_("Missing argument {name}"),
    N_("Missing option {name}"),
    N_("No such command {name}"),
    N_("No such command {name}. Did you mean {names}?"),
    N_("No such option: {name}"),
    N_("No such option: {name} (Possible options: {names})"),
    N_("Option {name} requires an argument"),
    N_("Option {name} does not take a value"),
    N_("Got unexpected extra argument(s) ({arguments})"),
)
"""What Typer says about wrong usage."""

PLAYERS = (
    N_("there is no level {name}: choose {names}"),
    N_("the weights in {file} cannot be read: {reason}"),
    N_("the weights in {file} are made for another version"),
    N_("the weights in {file} are damaged: their checksum is wrong"),
    N_("the training in {folder} cannot be resumed: {reason}"),
    N_("a time budget is a positive number of seconds, not {seconds}"),
    N_("a work budget is at least 1, not {work}"),
    N_("there is no player {name}: choose {names}, or name your own as module:Class"),
    N_("the player {name} cannot be loaded: {reason}"),
    N_("{name} is not a player, nor a class or function that makes one"),
    N_("the player {name} cannot be made: {reason}"),
    N_("{name} is no player: it has no method choose(view, rng)"),
    N_("{name} decides without a budget: leave out {budget}"),
)

MATCHES = (
    N_("the games of a match are played by the same rules"),
    N_("this match has {most} games at the most, not {games}"),
    N_("a game of a match begins when the one before it is over"),
)
"""What is wrong with a saved game that is a match of several."""

ARENA = (
    N_("one against a field takes two players, the one and the field, not {players}"),
    N_("at least 1 game is played, not {games}"),
    N_("{text} is no player: write a name, or module:Class"),
    N_(
        "{text} is no budget for {player}: write seconds such as @0.5s or @200ms, "
        "or units of work such as @500"
    ),
    N_("{folder} cannot be used: {reason}"),
    N_("another arena is writing to {folder}"),
    N_("{file}, line {number}: {reason}"),
    N_("not the line of a game: {reason}"),
    N_("{file} is damaged: remove it, or use another folder"),
    N_("{folder} holds games of another contest, with other {settings}: use another folder"),
    N_("a process to play games in ends at once, with code {code}"),
    N_("round robin"),
    N_("one against field"),
    # What players must not do.
    N_(
        "{player} cannot sit down ({reason}) in deal {deal}, round {round}: "
        "the rest of this game is played at random for it."
    ),
    N_(
        "{player} plays {action}, but {reason} in deal {deal}, round {round}: "
        "the rest of this game is played at random for it."
    ),
    N_(
        "{player} plays {action} ({reason}) in deal {deal}, round {round}: "
        "the rest of this game is played at random for it."
    ),
    N_(
        "{player} plays nothing in deal {deal}, round {round}: "
        "the rest of this game is played at random for it."
    ),
    N_(
        "{player} crashes ({reason}) in deal {deal}, round {round}: "
        "the rest of this game is played at random for it."
    ),
    N_("{player} takes {seconds} s instead of {budget} s in deal {deal}, round {round}."),
    N_(
        "{player} does not answer in deal {deal}, round {round}, and is given up: "
        "this game does not count."
    ),
    N_(
        "{player} ended the process that played deal {deal}, rotation {rotation} ({how}): "
        "this game does not count."
    ),
    N_("with code {code}"),
)

DATASETS = (
    N_("{setting}: {least} or more, not {number}"),
    N_("the number of jobs is 1 or more, not {jobs}"),
    N_(
        "{folder} holds a dataset with another {settings}: "
        "name another folder, or the same settings to go on"
    ),
    N_("{folder} is to hold {games} games already: ask for as many or more"),
    N_("{folder} is not empty, and not a dataset: name another folder"),
    N_("{folder} is not a dataset: it has no readable {file}"),
    N_("{folder} is a dataset of schema {schema}: this kingdomino reads {known}"),
)

SETTINGS = (
    N_("rules"),
    N_("mode"),
    N_("seed"),
    N_("players"),
    N_("player"),
    N_("games"),
    N_("playouts"),
)
"""What contests and datasets can differ in."""

CHECKS = (
    N_("actions"),
    N_("scores"),
    N_("lines"),
    N_("kings"),
    N_("commitment"),
    N_("contributions"),
    N_("1 action, all legal; {state}"),
    N_("{number} actions, all legal; {state}"),
    N_("the game is not over yet"),
    N_("the record gives none"),
    N_("the game cannot be replayed"),
    N_("they are {scores}, not {said}"),
    N_("{scores} as counted anew"),
    N_("the record does not reveal the seed"),
    N_("those that the seed deals"),
    N_("in round {round} the seed deals {dominoes}"),
    N_("drawn as the seed draws them: {letters}"),
    N_("the seed draws them in the order {letters}"),
    N_("the record names none"),
    N_("the record names no commitments"),
    N_("those that were committed to"),
    N_("not those that were committed to"),
    N_("the SHA-256 of the seed"),
    N_("the SHA-256 of the seed is {digest}"),
)
"""What ``verify`` finds."""

SYSTEM = (
    N_("Permission denied"),
    N_("No such file or directory"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("Read-only file system"),
    N_("No space left on device"),
    N_("Input/output error"),
    N_("Cannot assign requested address"),
    N_("embedded null byte"),
)
"""Why the system could not do something with a file or an address."""

SENTENCES = (
    *USAGE,
    *PLAYERS,
    *MATCHES,
    *ARENA,
    *DATASETS,
    *SETTINGS,
    *CHECKS,
    *SYSTEM,
)
