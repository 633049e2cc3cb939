"""Runs a program where nothing but some folders can be written, as in a container.

`python tests/read_only_root.py FOLDER… -- PROGRAM…`: in a mount namespace that ends with it.
"""

import os
import shutil
import subprocess
import sys

UNSHARE = shutil.which("unshare")
# The kernel's own have no files. Some mounts refuse; the test asks whether one of them matters.
SCRIPT = """
set -eu
mount --make-rprivate /
while [ "$1" != -- ]; do
    mount --bind "$1" "$1"
    kept="${kept:-} $1"
    shift
done
shift
while read -r _ place _; do
    case "$place" in /proc*|/sys*|/dev*) continue;; esac
    case " $kept " in *" $place "*) continue;; esac
    mount -o remount,ro,bind "$place" 2>/dev/null || true
done < /proc/self/mounts
cd /
exec "$@"
"""


def command(folders: list[str], program: list[str]) -> list[str]:
    """The command that runs a program so."""
    # Who is not root may be it in a namespace of users, where the system allows that.
    alone = ["--mount"] if os.getuid() == 0 else ["--mount", "--map-root-user"]
    return [str(UNSHARE), *alone, "sh", "-c", SCRIPT, "sh", *folders, "--", *program]


def why_not() -> str | None:
    """Say what is missing to make a root read-only here, None where nothing is."""
    if UNSHARE is None:
        return "there is no unshare: install util-linux"
    tried = subprocess.run(command(["/tmp"], ["true"]), capture_output=True, check=False)
    return None if tried.returncode == 0 else "this user may not make mount namespaces: run as root"


if __name__ == "__main__":
    end = sys.argv.index("--")
    os.execv(str(UNSHARE), command(sys.argv[1:end], sys.argv[end + 1 :]))  # noqa: S606  (no shell is wanted)
