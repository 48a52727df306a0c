"""Pictures are drawn in another process, few at a time, and one that fails takes none with it."""

import asyncio

import pytest

from kingdomino.server.easel import MOST, MOST_EACH, Easel
from kingdomino.server.errors import Refusal

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    '<rect width="5" height="5"/></svg>'
)


def test_few_wait_and_the_others_are_told() -> None:
    async def ask() -> list[object]:
        easel = Easel()
        wishes = [easel.rasterise(SVG, f"192.0.2.{number // 4}") for number in range(40)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        await easel.close()
        return list(answers)

    answers = asyncio.run(ask())
    drawn = [number for number, answer in enumerate(answers) if isinstance(answer, bytes)]
    assert drawn == [4 * (count // MOST_EACH) + count % MOST_EACH for count in range(MOST)]
    assert all(answer.startswith(b"\x89PNG") for answer in answers if isinstance(answer, bytes))
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"busy"}


def test_a_picture_that_cannot_be_drawn_is_refused_and_the_next_one_drawn() -> None:
    async def ask() -> bytes:
        easel = Easel()
        with pytest.raises(Refusal, match="could not be drawn"):
            await easel.rasterise("no picture", "192.0.2.1")
        picture = await easel.rasterise(SVG, "192.0.2.1")
        await easel.close()
        return picture

    assert asyncio.run(ask()).startswith(b"\x89PNG")
