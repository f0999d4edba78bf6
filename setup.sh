#!/bin/sh
# sh setup.sh         make an environment in .venv, install chronoc there, check a set and play a whole game
# sh setup.sh test    install what the tests need as well, and run them
# Needs Python 3.11 or newer with pip. PYTHON=/path/to/python chooses one; VENV=folder puts the environment elsewhere.
set -eu
cd "$(dirname "$0")"
venv=${VENV:-.venv}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        if new_enough "$python"; then echo "$python"; return; fi
    done
    echo "setup: no Python 3.11 or newer was found; install one, or say PYTHON=/path/to/python sh setup.sh" >&2
    exit 1
}

if [ ! -x "$venv/bin/python" ] && [ ! -x "$venv/Scripts/python.exe" ]; then
    "$(find_python)" -m venv "$venv" || {
        echo "setup: this Python cannot make an environment (on Debian and Ubuntu: apt install python3-venv)" >&2
        exit 1
    }
fi
bin=$venv/bin
[ -d "$bin" ] || bin=$venv/Scripts

case ${1:-play} in
play)
    "$bin/python" -m pip install --quiet --disable-pip-version-check --editable .
    "$bin/chronoc" check chrononauts
    "$bin/chronoc" play chrononauts --players 4 --bot all=random --seed 1
    ;;
test)
    "$bin/python" -m pip install --quiet --disable-pip-version-check --editable '.[test]'
    "$bin/python" -m pytest -q -n auto --dist worksteal
    ;;
*)
    echo "setup: say 'sh setup.sh' or 'sh setup.sh test'" >&2
    exit 2
    ;;
esac
