"""Who plays, and what everybody is called: a name is not a level, and a level is not a name."""

import kingdomino as kd
from kingdomino.game.company import Member, call, read_company, write_company

PINK, YELLOW, GREEN, BLUE = kd.Colour

HUNGARIAN = {"Knight": "Lovag", "Page": "Apród", "Guest": "Vendég"}


def translate(title: str) -> str:
    return HUNGARIAN.get(title, title)


def test_people_are_called_by_their_names_and_computers_by_their_titles():
    company = [Member("Ann"), Member(level="knight"), Member(level="page")]
    assert call(company) == ["Ann", "Knight", "Page"]
    assert call(company, translate) == ["Ann", "Lovag", "Apród"]


def test_titles_are_numbered_from_the_second_on():
    company = [Member(level="page"), Member(level="knight"), *[Member(level="page")] * 2]
    assert call(company) == ["Page", "Knight", "Page II", "Page III"]


def test_a_persons_name_is_never_a_title_and_no_title_is_a_persons_name():
    company = [Member("Knight"), Member(level="knight"), Member("bot:page"), Member("Knight II")]
    assert call(company) == ["Knight", "Knight III", "bot:page", "Knight II"]
    assert call(company, translate) == ["Knight", "Lovag", "bot:page", "Knight II"]


def test_two_people_may_have_the_same_name():
    assert call([Member("Ann"), Member("Ann")]) == ["Ann", "Ann"]


def test_who_gave_no_name_is_a_guest_where_there_are_guests():
    company = [Member(), Member("Guest"), Member()]
    assert call(company) == ["", "Guest", ""]
    assert call(company, guest="Guest") == ["Guest II", "Guest", "Guest III"]
    assert call(company, guest="Vendég") == ["Vendég", "Guest", "Vendég II"]


def test_a_computer_that_plays_on_for_a_person_keeps_the_name():
    assert call([Member("Ann", "knight"), Member(level="knight")]) == ["Ann", "Knight"]


def test_a_record_says_who_is_a_computer_and_who_gave_no_name():
    company = (Member(), Member("Ann"), Member(level="page"), Member(level="page"))
    names, tags = write_company(company, tuple(kd.Colour), guest="Guest")
    assert names == ["Guest", "Ann", "Page", "Page II"]
    assert tags == {"Computers": "Green page, Blue page", "Guests": "Pink"}
    assert read_company(names, tuple(kd.Colour), tags) == company


def test_names_that_look_like_ours_come_back_as_they_were_written():
    company = (Member("bot:knight"), Member("Guest"))
    names, tags = write_company(company, (PINK, YELLOW), guest="Guest")
    assert tags == {"Computers": "none"}
    assert read_company(names, (PINK, YELLOW), tags) == company
    assert write_company([Member("Ann"), Member()], (PINK, BLUE)) == (["Ann", ""], {})


def test_records_from_before_there_were_tags_name_computers_with_a_prefix():
    members = read_company(["bot:knight", "Knight", "bot:", "bot:X"], tuple(kd.Colour), {})
    assert members == (Member(level="knight"), Member("Knight"), Member("bot:"), Member("bot:X"))


def test_what_a_tag_says_of_nobody_who_plays_is_passed_over():
    tags = {"Computers": "Green page, Pink The Great, nonsense", "Guests": "Blue, nonsense"}
    assert read_company(["Ann", "Bob"], (PINK, YELLOW), tags) == (Member("Ann"), Member("Bob"))
