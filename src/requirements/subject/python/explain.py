"""Says in a line why a test failed: the statement, the values that it compared, and the calls in the code."""
import ast

SOURCE = "the tests"
TESTS_FILE = "<tests>"
TESTS_MODULE = "mettle_tests"


class _Explained(ast.NodeTransformer):
    """Gives a comparison in an assert the values that it compared."""

    def visit_Assert(self, node):
        test = node.test
        if any(isinstance(part, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)) for part in ast.walk(test)):
            return node
        if not isinstance(test, ast.Compare) or len(test.ops) != 1:
            return self.explain_truth(node)
        left, right = (ast.NamedExpr(target=ast.Name(id=name, ctx=ast.Store()), value=value)
                       for name, value in (("@left", test.left), ("@right", test.comparators[0])))
        shown = ast.Call(
            func=ast.Name(id="@explain", ctx=ast.Load()),
            args=[ast.Constant(value=ast.unparse(test)), ast.Constant(value=OPERATORS[type(test.ops[0])]),
                  ast.Name(id="@left", ctx=ast.Load()), ast.Name(id="@right", ctx=ast.Load())],
            keywords=[] if node.msg is None else [ast.keyword(arg="words", value=node.msg)],
        )
        made = ast.Assert(test=ast.Compare(left=left, ops=test.ops, comparators=[right]), msg=shown)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def explain_truth(self, node):
        """What is no single comparison tells what it came to, where that says more than false."""
        shown = ast.Call(
            func=ast.Name(id="@explain_truth", ctx=ast.Load()),
            args=[ast.Constant(value=ast.unparse(node.test)), ast.Name(id="@left", ctx=ast.Load())],
            keywords=[] if node.msg is None else [ast.keyword(arg="words", value=node.msg)],
        )
        test = ast.NamedExpr(target=ast.Name(id="@left", ctx=ast.Store()), value=node.test)
        return ast.fix_missing_locations(ast.copy_location(ast.Assert(test=test, msg=shown), node))

    def visit_ClassDef(self, node):
        # An assert of a class body itself stays as it is: its names are the class's.
        node.body = [self.generic_visit(item) if not isinstance(item, ast.Assert) else item for item in node.body]
        return node


OPERATORS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}


class Compared:
    """The values of the assertion that failed last."""

    values = ()


def explain(source, operator, left, right, words=None):
    Compared.values = left, right
    told = "%s is false: %s %s %s" % (brief(source, 200), brief_repr(left), operator, brief_repr(right))
    return told if words is None else "%s (%s)" % (told, brief_text(words))


def explain_truth(source, value, words=None):
    Compared.values = (value,)
    told = "%s is %s" % (brief(source, 200), "false" if value is False else brief_repr(value))
    return told if words is None else "%s (%s)" % (told, brief_text(words))


def brief_text(words):
    return brief(words, 300) if type(words) is str else brief_repr(words)


def brief(text, most):
    return text if len(text) <= most else text[:most] + "..."


def brief_repr(value):
    try:
        return brief(str(repr(value)), 200)
    except (Unjudged, Gone, Spent, Refused):
        raise
    except BaseException as error:
        return "<%s while it was shown>" % type(error).__name__


def describe_error(error):
    line, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == TESTS_FILE:
            line = frame.tb_lineno
        frame = frame.tb_next
    try:
        text = str(error)
    except BaseException:
        text = ""
    place = "" if line is None else " at line %d of the tests" % line
    written = Statements.at(line)
    if written and written not in text:
        place += ", %s" % brief(written, 200)
    text = ": " + brief(" ".join(text.split()), 500) if text else ""
    about = getattr(error, "mettle_about", "")
    about = " %s" % brief_text(about) if about else ""
    return "%s%s%s%s%s" % (type(error).__name__, place, about, text, raised_in(getattr(error, "_mettle_frames", None)))


def raised_in(frames):
    """The calls in the code that led to an error, outermost first, as its process tells them."""
    if type(frames) is not list:
        return ""
    steps, last = [], None
    for frame in frames[:50]:
        if type(frame) is not list or len(frame) != 2 or type(frame[0]) is not int or type(frame[1]) is not str:
            return ""
        if frame != last:
            steps.append("line %d" % frame[0] if frame[1] == "<module>" else "line %d in %s" % (frame[0], frame[1][:200]))
        last = frame
    if len(steps) > 12:
        steps[6:-6] = ["..."]
    return " (raised in the code: %s)" % " -> ".join(steps) if steps else ""


class Statements:
    """The simple statements of the tests, by the lines they stand on, in one line each."""

    source = ""
    found = None

    @classmethod
    def read(cls):
        kinds = (ast.Assert, ast.Expr, ast.Assign, ast.Return)
        cls.found = {}
        for node in ast.walk(ast.parse(cls.source)):
            if isinstance(node, kinds):
                for line in range(node.lineno, node.end_lineno + 1):
                    cls.found[line] = node

    @classmethod
    def at(cls, line):
        if cls.found is None:
            cls.read()
        node = cls.found.get(line)
        if node is None:
            return ""
        test = node.test if isinstance(node, ast.Assert) else node
        return " ".join(ast.unparse(test).split())
