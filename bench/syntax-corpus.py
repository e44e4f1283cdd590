"""Writes snippets of this Python's standard library, broken and whole, with what its compiler says of each.

    python3 -I -S syntax-corpus.py SNIPPETS MUTANTS_EACH [SEED [FOLDER]]

With FOLDER, of the Python files and wheels in it instead. One JSON object a line: {"code", "kind", "ok", "message", "line", "column"}; first a line {"version"}.
The same arguments give the same lines on the same Python.
"""

import ast
import io
import json
import os
import random
import sys
import sysconfig
import tokenize
import warnings
import zipfile

warnings.simplefilter("ignore")
SKIPPED = {"site-packages", "lib2to3", "idlelib", "turtledemo", "__pycache__"}
STATEMENTS = [
    "return 1", "yield 1", "await x", "break", "continue", "nonlocal q", "global self", "*items",
    "from os import *", "from __future__ import annotations", "x = yield", "raise", "async with a: pass",
    "print 'hello'", "*a, *b = c", "del x, y", "import a.b as c", "[y async for y in z]", "except: pass",
    "else: pass", "def f(a, a): pass", "f(x=1, x=2)", "x = (1", "lambda: (yield)", "class C: return 1",
    "nonlocal self", "def f(x): global x", "try: pass", "f(**k, *a)", "x: int = 1", "match x:", "None = 1",
]
TOKENS = ["(", ")", "[", "]", "{", "}", ":", ",", "=", "==", "if", "else", "for", "in", "not", "*", "**", ".", "def",
          "lambda", "await", "yield", "async", "'", '"', '"""', "f'{x}'", "0777", "1_000", "$", "?", "\\", ";", "->",
          ":=", "@", "...", "None", "import", "as", "from", "return", "print", "\u201c", "\t", " ", "\n", "#"]


def sources_of(folder):
    """The sources of the Python files and wheels below a folder, by their path."""
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            if name.endswith(".py"):
                with open(path, "rb") as file:
                    yield path, file.read()
            elif name.endswith(".whl"):
                with zipfile.ZipFile(path) as wheel:
                    for member in sorted(wheel.namelist()):
                        if member.endswith(".py"):
                            yield path + "/" + member, wheel.read(member)


def library_sources():
    for path in library_files():
        with open(path, "rb") as file:
            yield path, file.read()


def library_files():
    root = sysconfig.get_paths()["stdlib"]
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED)
        for name in sorted(names):
            if name.endswith(".py") and "bad" not in name:
                yield os.path.join(folder, name)


def dedented(lines):
    text = [line for line in lines if line.strip()]
    width = min((len(line) - len(line.lstrip(" \t")) for line in text), default=0)
    return "".join(line[width:] if line.strip() else line for line in lines)


def definitions(count, chance, sources):
    """Functions and classes of at most 60 lines, from files in a drawn order."""
    files = list(sources)
    chance.shuffle(files)
    found = 0
    for path, data in files:
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            source = io.TextIOWrapper(io.BytesIO(data), encoding).read()
            tree = ast.parse(source)
        except (SyntaxError, ValueError, UnicodeError):
            continue
        lines = source.splitlines(keepends=True)
        nodes = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef))]
        chance.shuffle(nodes)
        for node in nodes[:6]:
            first = min([node.lineno] + [d.lineno for d in node.decorator_list])
            if node.end_lineno - first > 60:
                continue
            code = dedented(lines[first - 1 : node.end_lineno])
            try:
                spans(code)
            except (tokenize.TokenError, SyntaxError):
                continue
            yield code
            found += 1
            if found == count:
                return


def spans(code):
    """Start and end offsets of the tokens of a program."""
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    result = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        start = starts[token.start[0] - 1] + token.start[1] if token.start[0] <= len(starts) else len(code)
        end = starts[token.end[0] - 1] + token.end[1] if token.end[0] <= len(starts) else len(code)
        if end > start:
            result.append((start, end))
    return result


def mutant(code, chance):
    places = spans(code)
    lines = code.splitlines(keepends=True)
    kind = chance.choice(["delete", "repeat", "insert", "swap", "indent", "dedent", "cut", "character", "statement",
                          "statement", "replace"])
    at = chance.randrange(len(places))
    start, end = places[at]
    row = chance.randrange(len(lines))
    if kind == "delete":
        return kind, code[:start] + code[end:]
    if kind == "repeat":
        return kind, code[:end] + " " + code[start:end] + code[end:]
    if kind == "insert":
        return kind, code[:start] + chance.choice(TOKENS) + " " + code[start:]
    if kind == "replace":
        return kind, code[:start] + chance.choice(TOKENS) + code[end:]
    if kind == "swap" and at + 1 < len(places):
        other, last = places[at + 1]
        return kind, code[:start] + code[other:last] + code[end:other] + code[start:end] + code[last:]
    if kind == "indent":
        lines[row] = chance.choice([" ", "    ", "\t"]) + lines[row]
    elif kind == "dedent":
        lines[row] = lines[row][chance.choice([1, 4]):] if lines[row][:1] == " " else lines[row].lstrip()
    elif kind == "statement":
        indent = lines[row][: len(lines[row]) - len(lines[row].lstrip())].replace("\n", "")
        lines.insert(row, indent + chance.choice(STATEMENTS) + "\n")
    elif kind == "cut":
        return kind, code[: chance.randrange(len(code))]
    else:
        spot = chance.randrange(len(code))
        return "character", code[:spot] + code[spot + 1 :]
    return kind, "".join(lines)


def verdict(code):
    try:
        compile(code, "snippet.py", "exec", dont_inherit=True)
    except SyntaxError as error:
        return {"ok": False, "message": error.msg, "line": error.lineno, "column": error.offset}
    except (ValueError, OverflowError, MemoryError, RecursionError) as error:
        return {"ok": False, "message": str(error), "line": None, "column": None}
    return {"ok": True, "message": None, "line": None, "column": None}


def main():
    count, each = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    out = sys.stdout
    out.write(json.dumps({"version": "%d.%d" % sys.version_info[:2]}) + "\n")
    sources = sources_of(sys.argv[4]) if len(sys.argv) > 4 else library_sources()
    for code in definitions(count, chance, sources):
        out.write(json.dumps({"code": code, "kind": "whole", **verdict(code)}) + "\n")
        for _ in range(each):
            kind, text = mutant(code, chance)
            out.write(json.dumps({"code": text, "kind": kind, **verdict(text)}) + "\n")


main()
