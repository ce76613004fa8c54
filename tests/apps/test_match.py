"""`outflank match` as a user types it."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import environment

FAULTY = Path(__file__).parents[1] / "tournament" / "faulty.py"
XOT = "f5d6c4d3c2b3b4b5\nf5f6d3c5d6c7b5e3\nf5f4e3d2c3e6e1g5\nf5d6c3g5e6f3g4g6\n"

SHORT = ["--games", "6", "--size", "4", "--openings", "random:3", "--depth", "1"]


def masked(text):
    """The text with every measured second as zeros."""
    return re.sub(r"\d\.\d{6}\b", "0.000000", text)
