"""The names and addresses by which others reach a computer, as certificates list them."""

import ipaddress
import re
from collections.abc import Iterable
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Names: TypeAlias = tuple[str | Address, ...]
"""Host names in lower case, then addresses, each once and sorted."""
Bounds: TypeAlias = tuple[str | Network, ...]
"""What an authority may sign for: domains with everything below them, and networks."""

LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
HOST = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Names that public name servers never assign (RFC 6761, 6762 and 8375), and networks whose
# addresses are not public: RFC 1918, 6598 (which private overlay networks use, too), 3927, 4193,
# 4291 and what stays within the computer.
OWN: Bounds = (
    *("localhost", "local", "home.arpa"),
    *map(
        ipaddress.ip_network,
        (
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "100.64.0.0/10",
            "169.254.0.0/16",
            "127.0.0.0/8",
            "fc00::/7",
            "fe80::/10",
            "::1/128",
        ),
    ),
)
# An authority that may sign for a computer called "dev" may sign for everything below ".dev". So
# these are public suffixes (IANA, 2026) that a computer might be called: countries, and words.
PUBLIC_ENDINGS = """
ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt
bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg
er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn
hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li
lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne
nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb
sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr
tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw app art bar biz bot box
boo cafe cam camera casino cat chat city click cloud club codes com computer cool date day
design dev digital diy dog earth eco edu email family fan farm fit fun fyi gallery game games
garden gay global gold golf gov green group guru host house how inc info ink int jobs kids kim
kitchen lab land lat life link live lol love market mba media men menu mil mobi moe moi mom name
net network new ninja now one online ooo org page party pet pizza place play plus press pro prof
pub quest red rest rip rocks room run school science services shop show site sky social software
space sport store studio sucks surf systems team tech tel tennis tips today tools top town toys
travel tube uno vet vip vote wang watch web website wiki win wine work works world wtf xin xxx
xyz yoga you zip zone
"""


def parse_names(texts: Iterable[str]) -> Names:
    """Sort texts into hosts and addresses; what a certificate cannot name is left out."""
    hosts, addresses = set[str](), set[Address]()
    for text in texts:
        try:
            addresses.add(ipaddress.ip_address(text.strip("[]").partition("%")[0]))
        except ValueError:
            host = text.lower().rstrip(".")
            # A host of four numbers would be taken for an invalid address.
            if HOST.fullmatch(host) and not host.replace(".", "").isdecimal():
                hosts.add(host)
    return (*sorted(hosts), *sorted(addresses, key=lambda each: (each.version, int(each))))


def names_text(names: Names) -> str:
    """Return names for people."""
    return ", ".join(map(str, names))


def bounds_for(names: Names) -> Bounds:
    """Return what no stranger can own, extended by a computer's further names."""
    further = (
        name if isinstance(name, str) else ipaddress.ip_network(name)
        for name in names
        if not permits(OWN, name) and name not in PUBLIC_ENDINGS.split()
    )
    return (*OWN, *further)


def permits(bounds: Bounds, name: str | Address) -> bool:
    """Return whether a name lies within bounds."""
    if isinstance(name, str):
        domains = [bound for bound in bounds if isinstance(bound, str)]
        return any(name == domain or name.endswith(f".{domain}") for domain in domains)
    return any(name in bound for bound in bounds if not isinstance(bound, str))
