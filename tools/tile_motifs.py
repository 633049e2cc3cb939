"""Drawings for the page's tile pictures that need a hand: the bird, the flowers and the seasons.

Coordinates are those of a face of 60 by 80. A bonus tile carries its number at the top left, a
drawing at the top right and its character below; the number says to which seat it belongs.
"""

PINK, PURPLE, GOLD, LEAF, RUST, ICE = (
    "#cf3f6b",
    "#7a4aa3",
    "#c98a12",
    "#2c8a4b",
    "#b4541f",
    "#3f7fb5",
)


def number(value: float) -> str:
    """Return a coordinate with one decimal at most."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if "." in f"{value:.1f}" else f"{value:.1f}"


def _ring(count: int, centre: tuple[float, float], shape: str) -> str:
    """Return ``shape``, drawn pointing up from the origin, ``count`` times around ``centre``."""
    turned = "".join(
        f'<use href="#p" transform="rotate({number(360 / count * k)})"/>' for k in range(1, count)
    )
    first = shape.replace("/>", ' id="p"/>', 1)
    return f'<g transform="translate({number(centre[0])} {number(centre[1])})">{first}{turned}</g>'


def plum() -> str:
    """Return a blossom of five round petals."""
    petals = _ring(5, (40, 20), f'<circle cy="-7" r="5.2" fill="{PINK}"/>')
    return petals + f'<circle cx="40" cy="20" r="3.2" fill="{GOLD}"/>'


def orchid() -> str:
    """Return three slender petals over long leaves."""
    leaves = (
        f'<path d="M41 34C38 26 31 22 25 23M41 34C43 26 49 24 54 26" fill="none" stroke="{LEAF}" '
    )
    leaves += 'stroke-width="2.6" stroke-linecap="round"/>'
    petals = "".join(
        f'<ellipse cx="41" cy="12" rx="3.4" ry="7" fill="{PURPLE}" '
        f'transform="rotate({angle} 41 19)"/>'
        for angle in (-70, 0, 70)
    )
    return leaves + petals + f'<circle cx="41" cy="20" r="3" fill="{GOLD}"/>'


def chrysanthemum() -> str:
    """Return a flower head of many narrow petals."""
    petals = _ring(12, (40, 20), f'<ellipse cy="-8" rx="2.2" ry="5.4" fill="{GOLD}"/>')
    return petals + f'<circle cx="40" cy="20" r="4" fill="{RUST}"/>'


def bamboo_plant() -> str:
    """Return a jointed stalk with leaves."""
    stalk = (
        f'<path d="M37 34V22M37 20V8" stroke="{LEAF}" stroke-width="4.4" stroke-linecap="round"/>'
    )
    leaf = "M39 {0}C44 {1} 50 {1} 53 {2}C48 {3} 43 {3} 39 {0}Z"
    leaves = "".join(leaf.format(y, y - 6, y - 5, y + 1) for y in (14, 24, 33))
    return stalk + f'<path d="{leaves}" fill="{LEAF}"/>'


def sprout() -> str:
    """Return a seedling of two leaves."""
    stem = f'<path d="M40 34V19" stroke="{LEAF}" stroke-width="3" stroke-linecap="round"/>'
    leaves = "M40 20C38 10 31 8 25 9C26 17 32 21 40 20ZM40 16C42 7 49 6 55 8C53 15 47 18 40 16Z"
    return stem + f'<path d="{leaves}" fill="{LEAF}"/>'


def sun() -> str:
    """Return a sun with eight rays."""
    ray = f'<path d="M0 -10V-13.5" stroke="{RUST}" stroke-width="3" stroke-linecap="round"/>'
    return _ring(8, (40, 20), ray) + f'<circle cx="40" cy="20" r="6.6" fill="{RUST}"/>'


def autumn_leaf() -> str:
    """Return a fallen leaf with its veins."""
    blade = f'<path d="M28 33C26 18 36 8 54 7C55 24 45 34 28 33Z" fill="{GOLD}"/>'
    veins = (
        f'<path d="M25 36L47 14M35 26L35 19M35 26L43 26.5M41 20V14M41 20L48 20" stroke="{RUST}" '
    )
    return blade + veins + 'stroke-width="1.7" fill="none" stroke-linecap="round"/>'


def snow() -> str:
    """Return a crystal of six arms."""
    arm = '<path d="M0 0V-13M-4 -11.5L0 -7.5L4 -11.5" fill="none" '
    arm += f'stroke="{ICE}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>'
    return _ring(6, (40, 20), arm)


def bird() -> str:
    """Return the bird of the one of bamboo, its tail spread below."""
    green, red, blue = "#14713f", "#b9202d", "#1d4f97"
    feathers = "".join(
        f'<path d="M27 46C{number(25 + dx * 0.3)} 56 {number(22 + dx)} 64 {number(20 + dx)} 71" '
        f'stroke="{colour}" stroke-width="3.4" fill="none" stroke-linecap="round"/>'
        f'<circle cx="{number(20 + dx)}" cy="70" r="3.6" fill="{tip}"/>'
        for dx, colour, tip in ((-7, green, red), (2.5, blue, red), (12, green, red))
    )
    body = (
        '<path d="M37 21C44 27 46 38 41 46C36 54 25 55 19 48C29 47 30 39 29 31C28 25 31 21 37 21Z" '
    )
    body += f'fill="{green}"/>'
    wing = (
        f'<path d="M33 34C40 33 43 38 40 43C36 48 29 48 24 47C31 45 33 40 33 34Z" fill="{blue}"/>'
    )
    head = f'<circle cx="35" cy="18.5" r="7" fill="{green}"/>'
    crest = f'<path d="M33 12C31 7 34 5 35 9C36 4 40 4 39 9C42 6 45 8 41 13Z" fill="{red}"/>'
    beak = f'<path d="M28.5 15.5L19.5 19.5L28.5 21.5Z" fill="{red}"/>'
    legs = f'<path d="M37 51V66M37 66L43 69M37 66L49 63" stroke="{red}" stroke-width="2.6" '
    legs += 'fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
    return (
        feathers
        + legs
        + body
        + wing
        + crest
        + head
        + beak
        + '<circle cx="33.5" cy="17" r="2" fill="#fdf9ec"/>'
    )


FLOWERS = (
    ("梅", PINK, plum()),
    ("蘭", PURPLE, orchid()),
    ("菊", RUST, chrysanthemum()),
    ("竹", LEAF, bamboo_plant()),
)
SEASONS = (
    ("春", LEAF, sprout()),
    ("夏", RUST, sun()),
    ("秋", GOLD, autumn_leaf()),
    ("冬", ICE, snow()),
)
