"""The 140 cards of the object-oriented simulator as data: timeline, deck, identities, missions.

Same structure and counts as the card set of the 1.4 edition. Where the published facts are silent (copies, some
artifacts and missions) it follows the reconstruction in the card files.
"""

from __future__ import annotations

from object_cards import (
    Artifact,
    Card,
    Condition,
    Discontinuity,
    FastForward,
    FastTimeMachine,
    GetThereFirst,
    Identity,
    Inverter,
    ItNeverExisted,
    Memo,
    Miracle,
    Mission,
    NewMission,
    ParentsNeverMet,
    Patch,
    QuickTrip,
    Rewind,
    SellAnArtifact,
    TimeVortex,
    UsedTimeMachine,
    both,
    collect,
    copies,
    tagged,
)

#: year, title, the years it affects
LINCHPINS: tuple[tuple[int, str, tuple[int, ...]], ...] = (
    (1865, "Lincoln Assassinated", (1868, 1974)),
    (1912, "Titanic Sinks", (1929, 1933)),
    (1914, "Archduke Ferdinand Assassinated", (1918,)),
    (1915, "Lusitania Sinks", (1917, 1933)),
    (1936, "Hitler Opens '36 Olympics", (1939, 1942, 1944, 1945, 1948)),
    (1937, "Hindenburg Explodes", (1950,)),
    (1941, "Pearl Harbor Bombed", (1944, 1945)),
    (1943, "Manhattan Project", (1945, 1962)),
    (1957, "Sputnik Launched", (1962, 1969)),
    (1963, "Kennedy Assassinated", (1968, 1969, 1974)),
    (1980, "John Lennon Murdered", (1986, 1999)),
    (1981, "Reagan Wounded", (1986, 1991)),
    (1993, "Waco Compound Burns to Ground", (1995,)),
)

#: year, title, when it is a paradox
RIPPLEPOINTS: tuple[tuple[int, str, Condition], ...] = (
    (1868, "Andrew Johnson Impeached", lambda t: t.flipped(1865)),
    (1917, "US Declares War on Germany", lambda t: t.flipped(1915)),
    (1918, "Europe in Ruins after World War I", lambda t: t.flipped(1914)),
    (1929, "Stock Market Crashes", lambda t: t.flipped(1912)),
    (1933, "The Great Depression", lambda t: t.flipped(1912) or t.flipped(1915)),
    (1939, "Germany Invades Poland", lambda t: t.flipped(1936)),
    (1942, "Final Solution Undertaken", lambda t: t.flipped(1936)),
    (1944, "D-Day", lambda t: t.flipped(1936) and t.flipped(1941)),
    (1945, "A-Bombs Dropped on Japan", lambda t: t.flipped(1936) or t.flipped(1941) or t.flipped(1943)),
    (1948, "Israel Founded", lambda t: t.flipped(1936)),
    (1950, "Seoul Captured by North Korea", lambda t: t.flipped(1937)),
    (1962, "Cuban Missile Crisis", lambda t: t.flipped(1943) or t.flipped(1957)),
    (1968, "MLK and RFK Assassinated", lambda t: t.flipped(1963)),
    (1969, "Apollo 11 Lands on Moon", lambda t: t.flipped(1957) or t.flipped(1963)),
    (1974, "Nixon Resigns", lambda t: t.flipped(1865) and t.flipped(1963)),
    (1986, "Challenger Explodes", lambda t: t.flipped(1980) and t.flipped(1981)),
    (1991, "Soviet Union Collapses", lambda t: t.flipped(1981)),
    (1995, "Oklahoma City Bombing", lambda t: t.flipped(1993)),
    (1999, "Columbine High School Massacre", lambda t: t.flipped(1980)),
)

IDENTITIES = (
    Identity("Ginohn", 1868, (1944, 1999)),
    Identity("Renee", 1917, (1929, 1948)),
    Identity("Yitzchak", 1918, (1942, 1995)),
    Identity("Oliver", 1929, (1917, 1974)),
    Identity("Squa Tront", 1933, (1950, 1962), far_future=True),
    Identity("Timmy", 1944, (1918, 1999)),
    Identity("Betty", 1945, (1968, 1969)),
    Identity("Rainbow", 1948, (1968, 1986)),
    Identity("Gunther", 1950, (1917, 1918)),
    Identity("Mr. X", 1968, (1950, 1995)),
    Identity("Andy", 1969, (1939, 1986)),
    Identity("Fruity", 1986, (1868, 1933)),
    Identity("Werner", 1991, (1939, 1974)),
    Identity("Yuri", 1995, (1969, 1991)),
)

MONA, GOOD_FORGERY, OBVIOUS_FORGERY = "Mona Lisa", "A Good Forgery", "An Obvious Forgery"
REX, DODO, ARK, CROWN = "Rex", "A Live Dodo", "The Ark of the Covenant", "The Crown of Thorns"
VIDEOTAPE, RONGO_RONGO = "Videotape of the Creation of the Universe", "Rongo-Rongo Tablets"
SHAKESPEARE, SCROLL = "An Unpublished Shakespeare Play", "A Scroll from the Library of Alexandria"
CHEST, ALBUM, CURE = "Blackbeard's Treasure Chest", "The Beatles Reunion Album", "The Cure for Cancer"
ALMANAC, NEWSPAPER = "A Sports Almanac from the Future", "Tomorrow's Newspaper"
STAR_MAP, CHALICE, LOGBOOK = (
    "A Star Map of the Far Future",
    "The Cup of the Last Supper",
    "The Logbook of a Lost Aeroplane",
)

MISSIONS = (
    Mission("Mona Lisa Triptych", collect(3, MONA, GOOD_FORGERY, OBVIOUS_FORGERY)),
    Mission(
        "Cheaters Sometimes Win", both(collect(1, GOOD_FORGERY, OBVIOUS_FORGERY), collect(2, ALMANAC, SHAKESPEARE))
    ),
    Mission(
        "Mona and the Dinosaur",
        both(lambda game, player: game.most_real() in player.table, collect(2, REX, RONGO_RONGO)),
    ),
    Mission("The Great Mysteries", collect(3, VIDEOTAPE, RONGO_RONGO, ARK, LOGBOOK)),
    Mission("The Long Pilgrimage", collect(3, ARK, CROWN, SCROLL, CHALICE)),
    Mission("A Better Tomorrow", collect(3, CURE, ALMANAC, VIDEOTAPE, STAR_MAP)),
    Mission("Nothing Ventured", collect(3, ALMANAC, CHEST, ALBUM, NEWSPAPER)),
    Mission("Collected Works", collect(3, SHAKESPEARE, SCROLL, ALBUM)),
    Mission("The Time-Travelling Vet", collect(3, REX, DODO, CURE)),
    Mission("A Private Museum", collect(3, CROWN, CHEST, RONGO_RONGO)),
)


def build_deck() -> list[Card]:
    """The 84 cards: 18 inverters, 22 patches, 19 artifacts, 14 actions, 9 timewarps, 2 gadgets."""
    inverters = [
        *copies(3, lambda: Inverter("Prevent Assassination", (1865, 1914, 1963, 1980), flipped=False)),
        *copies(3, lambda: Inverter("Avert Disaster", (1912, 1915, 1937), flipped=False)),
        *copies(1, lambda: Inverter("Halt Attack", (1941, 1993), flipped=False)),
        *copies(1, lambda: Inverter("Sabotage", (1943, 1957), flipped=False)),
        *copies(2, lambda: Inverter("Restore History", flipped=True)),
        *copies(8, lambda: Inverter("Reverse Fate")),
    ]
    patches = [
        Patch("Abraham Lincoln Impeached", 1868),
        Patch("President Wilson Keeps US Out of War", 1917),
        Patch("European Economy Booms", 1918),
        Patch("Titanic Explodes", 1929),
        Patch("The Mild Recession", 1933),
        Patch("Fairgoers Love German Cake", 1939),
        Patch("Nuremberg Race Laws Repealed", 1942),
        Patch("Warsaw Hosts Olympic Games", 1944),
        Patch("Nazis Win the War", 1945, playable_if=lambda t: t.flipped(1941)),
        Patch("Allied Troops Invade Tokyo", 1945, playable_if=lambda t: t.flipped(1943)),
        Patch("Truce Signed Aboard a Neutral Ship", 1945, playable_if=lambda t: t.flipped(1936)),
        Patch("Japan Keeps an Empty Ocean", 1945, playable_if=lambda t: t.flipped(1941) and t.flipped(1943)),
        Patch("Berlin Hosts World's Fair", 1948),
        Patch("Zeppelin Factory Opened in Seoul", 1950),
        Patch("World War 3", 1962, ends_the_world=True),
        Patch("Vietnam Peace Accord Signed", 1968),
        Patch("Cosmonauts Orbit Moon", 1969),
        Patch("President King Takes Office", 1974),
        Patch("Marijuana Legalized", 1986),
        Patch("Communism Re-invents Itself", 1991),
        Patch("David Koresh's Ministry Opens New Hospital", 1995),
        Patch("Guns Banned", 1999),
    ]
    future = ("from_future", "future_wisdom")
    artifacts = [
        Artifact(MONA, reality=1),
        Artifact(GOOD_FORGERY, reality=2),
        Artifact(OBVIOUS_FORGERY, reality=3),
        Artifact(REX, tags=("dinosaur",)),
        Artifact(ARK, tags=("biblical_relic",)),
        Artifact(CROWN, tags=("biblical_relic",)),
        Artifact(VIDEOTAPE),
        Artifact(RONGO_RONGO),
        Artifact(SHAKESPEARE, tags=("lost_work",)),
        Artifact(DODO),
        Artifact(SCROLL, tags=("lost_work",)),
        Artifact(CHEST),
        Artifact(ALBUM, tags=("lost_work",), playable_if=lambda t: t.flipped(1980)),
        Artifact(CURE, tags=future),
        Artifact(ALMANAC, tags=future),
        Artifact(NEWSPAPER, tags=future),
        Artifact(STAR_MAP, tags=future),
        Artifact(CHALICE, tags=("biblical_relic",)),
        Artifact(LOGBOOK),
    ]
    actions = [
        *copies(2, lambda: GetThereFirst("Get There First")),
        *copies(2, lambda: ItNeverExisted("It Never Existed")),
        SellAnArtifact("Sell an Artifact: Mona Lisa Bonus", lambda game, artifact: artifact is game.most_real()),
        SellAnArtifact("Sell an Artifact: Dinosaur Bonus", tagged("dinosaur")),
        SellAnArtifact("Sell an Artifact: Lost Works Bonus", tagged("lost_work")),
        Miracle('Perform a "Miracle": Biblical Relics', tagged("biblical_relic")),
        Miracle('Perform a "Miracle": Future Wisdom', tagged("future_wisdom")),
        Discontinuity("Discontinuity"),
        TimeVortex("Time Vortex"),
        *copies(2, lambda: NewMission("New Mission")),
        ParentsNeverMet("Your Parents Never Met"),
    ]
    timewarps = [
        *copies(3, lambda: Memo("Memo From Your Future Self")),
        *copies(2, lambda: FastForward("Fast Forward")),
        *copies(2, lambda: Rewind("Rewind")),
        *copies(2, lambda: QuickTrip("Quick Trip to the Future")),
    ]
    gadgets = [FastTimeMachine("The Really Fast Time Machine"), UsedTimeMachine("The Second-Hand Time Machine")]
    for cards, number in ((inverters, 18), (patches, 22), (artifacts, 19), (actions, 14), (timewarps, 9), (gadgets, 2)):
        assert len(cards) == number, f"{len(cards)} instead of {number}: {cards}"
    return [*inverters, *patches, *artifacts, *actions, *timewarps, *gadgets]
