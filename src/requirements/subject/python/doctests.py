"""Runs the examples of docstrings with the real doctest: parsing, comparing and all its options happen here, and each
example is executed in the process of the code."""
import __future__
import ast
import builtins
import doctest
import json
import sys
import traceback


def docstrings(code):
    """(name, docstring, line) as doctest finds them: of the module, its functions and classes, and the members of these."""
    tree = ast.parse(code)
    found = []

    def visit(name, node, path):
        text = ast.get_docstring(node, clean=False)
        if text is not None:
            found.append((path, text, node.body[0].lineno))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return
        for member in {child.name: child for child in definitions(node.body)}.values():
            visit(member.name, member, "%s.%s" % (path, member.name))

    visit("", tree, "module")
    return found + list(written_tests(tree))


def written_tests(tree):
    """The texts that the code itself lists in `__test__`."""
    for statement in tree.body:
        named = isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "__test__" for target in statement.targets
        )
        if not named or not isinstance(statement.value, ast.Dict):
            continue
        for key, value in zip(statement.value.keys, statement.value.values):
            if isinstance(key, ast.Constant) and isinstance(value, ast.Constant) and type(value.value) is str:
                yield "module.__test__.%s" % key.value, value.value, value.lineno


def definitions(body):
    """Definitions of a body, also those in branches of its statements."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield statement
        else:
            for part in ("body", "orelse", "finalbody", "handlers"):
                inner = getattr(statement, part, None)
                if isinstance(inner, list):
                    for one in inner:
                        yield from definitions(one.body if isinstance(one, ast.ExceptHandler) else [one])


class Runner(doctest.DocTestRunner):
    """Keeps what failed."""

    def __init__(self, peer):
        doctest.DocTestRunner.__init__(self, verbose=False)
        self.peer = peer
        self.found = []

    def report_start(self, out, test, example):
        self.started = own_time.monotonic()

    def report_success(self, out, test, example, got):
        pass

    def report_failure(self, out, test, example, got):
        self.found.append((test.name, example.shown, "printed %s; expected %s%s." % (
            quoted(got), quoted(example.want), self.peer.failed_threads(self.started)
        )))

    def report_unexpected_exception(self, out, test, example, error):
        if isinstance(error[1], (Unjudged, Gone, Spent)):
            raise error[1]
        text = "".join(traceback.format_exception_only(*error[:2])).strip()
        self.found.append((test.name, example.shown, "raised %s%s." % (brief(text, 300), self.peer.failed_threads(self.started))))


def quoted(text):
    return json.dumps(brief(text.rstrip(), 100), ensure_ascii=False)


def future_flags(code):
    """The compiler flags of the code's own `from __future__ import …`."""
    flags = 0
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for name in statement.names:
                flags |= getattr(getattr(__future__, name.name, None), "compiler_flag", 0)
    return flags


def judge_doctests(exchange, name, code, given):
    """Reports (tried, failed, words) for each docstring that the host has not had yet."""
    report = builtins.mettle_report
    sys.setrecursionlimit(sys.getrecursionlimit() + 60)
    judge = Judge(exchange, "__main__")
    judge.shown_module = name
    flags = future_flags(code)
    parser = doctest.DocTestParser()
    for at, (path, text, line) in enumerate(docstrings(code)):
        owner = "%d" % at
        path = path.removeprefix("module.")
        try:
            test = parser.get_doctest(text, {}, path, TESTS_FILE, line)
        except ValueError as error:
            report("docstring", path, 1, 1, "%s: %s" % (path, error))
            continue
        if not test.examples:
            continue
        test.globs = {"mettle_example": lambda number, test=test: judge.ask(
            "example", 0, owner, test.examples[number].shown_source, flags
        )}
        for number, example in enumerate(test.examples):
            example.shown = example.source.split("\n", 1)[0]
            example.shown_source = example.source
            example.source = "mettle_example(%d)\n" % number
        runner = Runner(judge)
        if report("start", path, 0, 0, "") is not True:
            continue
        tried = sum(1 for example in test.examples if not example.options.get(doctest.SKIP))
        runner.run(test, clear_globs=False)
        words = " ".join("%s: >>> %s %s" % failure for failure in runner.found[:3])
        report("docstring", path, tried, len(runner.found), words)
