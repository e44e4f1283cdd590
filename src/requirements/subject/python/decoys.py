"""Whether an answer of the code's own operators can be believed. What tests call as a function and compare with data has to be
data. An object that the tests made themselves is asked about what they expect and about decoys, in random order and twice."""
import datetime
import decimal
import fractions
import os
import random

# Decoys for a value of which they could each be the expected one.
NEAR = 15
STEPPED = {
    int: (1,), decimal.Decimal: (decimal.Decimal(1), decimal.Decimal("0.5")), fractions.Fraction: (fractions.Fraction(1, 2), 1),
    float: (0.25, 0.5, 1.0), complex: (1, 1j), datetime.date: (datetime.timedelta(1),), datetime.timedelta: (datetime.timedelta(0, 1),),
    datetime.datetime: (datetime.timedelta(0, 60), datetime.timedelta(1)),
}
FAR = {int: 10**15, float: 1e15, decimal.Decimal: 10**15, fractions.Fraction: 10**15}
# Operators whose results differ wherever their right-hand sides do.
INJECTIVE = frozenset(("__add__", "__radd__", "__sub__", "__rsub__"))


class Refused(BaseException):
    """An object of the code answers so that nobody could believe it."""


class Decoys:
    """The decoys of one verdict, drawn from fresh randomness that is told with it."""

    def __init__(self):
        self.seed = os.urandom(8).hex()
        self.chance = random.Random(self.seed)
        self.used = False

    def near(self, value):
        """Other values of the same type, close by."""
        kind, chance = type(value), self.chance
        if kind is bool:
            return [not value]
        if kind in STEPPED:
            step = chance.choice(STEPPED[kind])
            first = chance.randrange(NEAR + 1)
            try:
                made = [value + (at - first) * step for at in range(NEAR + 1)]
            except (ArithmeticError, ValueError):
                return []
        elif kind in (str, bytes):
            made = [self.edited(value) for _ in range(NEAR)]
        elif kind in (list, tuple):
            made = [kind(self.changed(list(value))) for _ in range(5)] + [value[::-1], value[:-1]]
        elif kind is dict:
            made = [dict(zip(value, self.changed(list(value.values())))) for _ in range(5)] + [{}]
        elif kind in (set, frozenset):
            made = [kind([*value, object()]), kind(list(value)[1:])]
        elif value is None:
            made = [0, ""]
        else:
            made = []
        return [one for one in made if one != value]

    def edited(self, text):
        """A text with one character changed, left out or added."""
        at = self.chance.randrange(len(text) + 1)
        letter = self.chance.choice("abcdefghijklmnopqrstuvwxyz0123456789")
        letter = letter if type(text) is str else letter.encode()
        return text[:at] + self.chance.choice((letter, letter, letter * 0)) + text[at + self.chance.randrange(2):]

    def changed(self, items):
        """Items of which one is another."""
        if items:
            at = self.chance.randrange(len(items))
            items[at] = self.chance.choice(self.near(items[at]) or [object()])
        else:
            items = [object()]
        return items

    def order(self, questions):
        """The questions twice, each time in an order of its own, and how to bring the answers back."""
        orders = [self.chance.sample(range(len(questions)), len(questions)) for _ in range(2)]
        return [questions[at] for order in orders for at in order], orders


def believed(judge, value, name, expected, declared):
    """The answer of a comparison or of `in`; what it is worth depends on the answers about decoys."""
    decoys = judge.decoys
    decoys.used = True
    shown = "%s.%s" % (type(value).__name__, name)
    same = () if is_remote(expected) else decoys.near(expected) if name in ("__eq__", "__ne__") else ()
    apart = [object(), decoys.chance.randrange(10**9, 10**10), "%x" % decoys.chance.randrange(10**9)]
    if name in ("__lt__", "__le__", "__gt__", "__ge__") and type(expected) in FAR:
        apart = [expected - FAR[type(expected)], expected + FAR[type(expected)]]
    questions = [expected, *same, *apart]
    asked, orders = decoys.order(questions)
    answers = judge.ask("asked", value._mettle_number, name, [[one] for one in asked])
    found = [[None] * len(questions), [None] * len(questions)]
    for at, (kind, answer) in enumerate(answers):
        turn, place = divmod(at, len(questions))
        found[turn][orders[turn][place]] = kind, answer
    kind, answer = found[0][0]
    if kind == "raise":
        raise answer
    if is_remote(answer):
        raise CannotCross("the truth of an object, which %s gives as its answer" % shown)
    yes = [[kind == "return" and one is not NotImplemented and not is_remote(one) and bool(one) for kind, one in turn] for turn in found]
    if yes[0] != yes[1]:
        raise Refused("%s answers the same question in two ways" % shown)
    if answer is NotImplemented:
        return answer
    says = yes[0]
    if name == "__ne__":
        says = [not one and kind == "return" and told is not NotImplemented for one, (kind, told) in zip(yes[0], found[0])]
    if all(says):
        raise Refused("%s says yes to everything" % shown)
    if says[0] and any(says[1:1 + len(same)]) and not declared:
        raise CannotCross("%s, which holds for several values: say in `classes` that %s is a class" % (shown, type(value).__name__))
    return bool(answer)


def operate(judge, value, name, args, core):
    """Asks for an operator of an object of the code that both sides' data stand in."""
    asked = is_asked(value)
    number, kind = value._mettle_number, type(value)
    compares = name in COMPARED or name == "__contains__"
    if core is not None and asked is not True:
        return getattr(core, name)(value, *args)
    if any(map(is_remote, args)):
        if name in ("__eq__", "__ne__"):
            return believed(judge, value, name, args[0], True)
        result = judge.ask("op", number, name, list(args))
    elif compares:
        answer = name in ("__eq__", "__ne__", "__contains__") or asked is True
        answer = answer and believed(judge, value, name, args[0], judge.is_declared(kind))
        if asked is True or answer is NotImplemented or name == "__eq__" and not answer or name == "__ne__" and answer:
            return answer
        raise CannotCross("%s of an object that the code has made, against data: return the data, or say in `classes` that %s is a class" % (name, kind.__name__))
    elif asked is not True:
        raise CannotCross("%s of an object that the code has made, against data of the tests" % name)
    elif name in INJECTIVE and judge.decoys.near(args[0]):
        result = distinct(judge, value, name, args[0])
    else:
        result = judge.ask("op", number, name, list(args))
    if asked is True and name in BINARY and type(result) is kind:
        mark_asked(result)
    return result


def distinct(judge, value, name, operand):
    """The result of a sum or a difference, which has to be another for another operand."""
    judge.decoys.used = True
    questions = [operand, *judge.decoys.near(operand)[:5]]
    asked = judge.decoys.chance.sample(range(len(questions)), len(questions))
    answers = judge.ask("asked", value._mettle_number, name, [[questions[at]] for at in asked])
    kind, result = answers[asked.index(0)]
    if kind == "raise":
        raise result
    results = [one for kind, one in answers if kind == "return" and type(one) in (int, float, str, list, tuple)]
    if len(results) == len(questions) and all(one == result for one in results) and result not in (float("inf"), -float("inf")):
        raise Refused("%s.%s gives the same for everything" % (type(value).__name__, name))
    return result
