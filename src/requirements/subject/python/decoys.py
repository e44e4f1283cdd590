"""Whether an answer of the code's own operators can be believed. What tests call as a function and compare with data has to be
data. An object that the tests made themselves is asked about what they expect and about decoys, in random order and twice."""
import datetime
import decimal
import fractions
import os
import random
import string

# Among so many values is what the tests expect: whoever guesses is right once in as many.
HIDDEN = 32
# About as many parts are asked for with one question.
MAX_PARTS = 20_000
STEPS = {
    complex: (1, 1j), fractions.Fraction: (1,), datetime.date: (datetime.timedelta(1),), datetime.timedelta: (datetime.timedelta(0, 1),),
    datetime.datetime: (datetime.timedelta(0, 60), datetime.timedelta(1)),
}
NUMBERS = (int, float, decimal.Decimal)
FAR = {int: 10**15, float: 1e15, decimal.Decimal: 10**15, fractions.Fraction: 10**15}
ALPHABETS = (string.ascii_lowercase, string.ascii_uppercase, string.digits)
WIDE = decimal.Context(prec=1_000)
MIRRORED = {"__lt__": "__gt__", "__gt__": "__lt__", "__le__": "__ge__", "__ge__": "__le__"}
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
        """A copy of the value, and others of which each could be meant as well: they differ in one part, are all as round and as
        long, and whoever sees them in another order can't tell which was there first."""
        kind = type(value)
        if kind is bool:
            made = [not value]
        elif kind in NUMBERS or kind in STEPS:
            made = self.stepped(value)
        elif kind in (str, bytes) and value:
            at = self.chance.randrange(len(value))
            made = [value[:at] + letter + value[at + 1:] for letter in letters_like(value[at:at + 1])]
        elif kind in (list, tuple):
            return self.with_part(list(value), kind) or [kind(value), kind([object()])]
        elif kind is dict:
            made = self.with_part(list(value.values()), lambda parts: dict(zip(value, parts)))
            return made or [dict(value), {object(): None}]
        elif kind in (set, frozenset):
            made = self.with_part(list(value), kind) or [kind(value), kind([object()])]
            return [one for one in made if len(one) >= len(value)]
        else:
            made = [0, ""] if value is None else []
        others = [one for one in made if one != value]
        return [value, *self.chance.sample(others, min(len(others), HIDDEN - 1))]

    def with_part(self, parts, make):
        """Containers with each of the values near one of their parts; None where no part has any."""
        for at in self.chance.sample(range(len(parts)), len(parts)):
            near = self.near(parts[at])
            if len(near) > 3 or type(parts[at]) is bool:
                return [make([*parts[:at], one, *parts[at + 1:]]) for one in near]
        return None

    def stepped(self, value):
        """Values at even distances around a place that tells nothing."""
        kind, first = type(value), self.chance.randrange(HIDDEN)
        steps = [at - first for at in range(HIDDEN)]
        try:
            if kind in STEPS:
                step = self.chance.choice(STEPS[kind])
                return [value + at * step for at in steps]
            if kind is int:
                digits = str(abs(value))
                step = 10 ** max(0, len(digits) - len(digits.rstrip("0")), len(digits) - 2) if value else 1
                return [value + at * step for at in steps]
            start = decimal.Decimal(repr(value)) if kind is float else value
            _, digits, exponent = start.normalize(WIDE).as_tuple()
            step = decimal.Decimal(1).scaleb(max(exponent, exponent + len(digits) - 2), WIDE)
            return [kind(WIDE.add(start, WIDE.multiply(at, step))) for at in steps]
        except (ArithmeticError, ValueError, TypeError):
            return []

    def order(self, questions):
        """The questions twice, each time in an order of its own, and how to bring the answers back."""
        orders = [self.chance.sample(range(len(questions)), len(questions)) for _ in range(2)]
        return [questions[at] for order in orders for at in order], orders


def letters_like(letter):
    """Letters of the same sort."""
    if type(letter) is bytes:
        return [bytes([code]) for code in range(256)]
    block = ord(letter) & ~31
    return next((one for one in ALPHABETS if letter in one), [chr(code) for code in range(block, block + 32)])


def parts_of(value):
    """About how many parts a value has."""
    if type(value) in (list, tuple, set, frozenset):
        return 1 + sum(map(parts_of, value))
    if type(value) is dict:
        return 1 + sum(map(parts_of, value.values())) + len(value)
    return 1 + len(value) // 8 if type(value) in (str, bytes) else 1


def believed(judge, value, name, expected, declared):
    """The answer of a comparison or of `in`; what it is worth depends on the answers about decoys."""
    decoys = judge.decoys
    decoys.used = True
    shown = "%s.%s" % (type(value).__name__, name)
    likes = [expected] if is_remote(expected) else decoys.near(expected)
    expected, *likes = likes[:max(3, MAX_PARTS // parts_of(expected))]
    apart = [object(), decoys.chance.randrange(10**9, 10**10), "%x" % decoys.chance.randrange(10**9)]
    same, mirrored = (likes, []) if name in ("__eq__", "__ne__") else ([], [])
    if name in MIRRORED and type(expected) in FAR:
        apart = [expected - FAR[type(expected)], expected + FAR[type(expected)]]
        same, mirrored = likes, [expected, *likes]
    questions = [(name, one) for one in (expected, *same, *apart)] + [(MIRRORED[name], one) for one in mirrored]
    asked, orders = decoys.order(questions)
    answers = ask_apart(judge, value, [[name, [one]] for name, one in asked])
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
    if all(says[:len(questions) - len(mirrored)]):
        raise Refused("%s says yes to everything" % shown)
    if mirrored:
        check_order(shown, name, [one for (op, one), told in zip(questions, says) if told and op == name],
                    [one for (op, one), told in zip(questions, says) if told and op != name])
    elif says[0] and any(says[1:1 + len(same)]) and not declared:
        raise CannotCross("%s, which holds for several values: say in `classes` that %s is a class" % (shown, type(value).__name__))
    return bool(answer)


def ask_apart(judge, value, questions):
    """Asks many questions whose containers neither side keeps."""
    kept = judge.shared.count
    try:
        return judge.ask("asked", value._mettle_number, questions)
    finally:
        judge.shared.back_to(kept)


def check_order(shown, name, holds, mirrored):
    """Refuses what says that it is below one value and above another that is not below that one."""
    above, below = (mirrored, holds) if name in ("__lt__", "__le__") else (holds, mirrored)
    if above and below and (max(above) > min(below) or max(above) == min(below) and name in ("__lt__", "__gt__")):
        raise Refused("%s contradicts %s" % (shown, MIRRORED[name]))


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
    elif name in INJECTIVE and len(judge.decoys.near(args[0])) > 1:
        result = distinct(judge, value, name, args[0])
    else:
        result = judge.ask("op", number, name, list(args))
    if asked is True and name in BINARY and type(result) is kind:
        mark_asked(result)
    return result


def distinct(judge, value, name, operand):
    """The result of a sum or a difference, which has to be another for another operand."""
    judge.decoys.used = True
    questions = judge.decoys.near(operand)
    asked = judge.decoys.chance.sample(range(len(questions)), len(questions))
    answers = ask_apart(judge, value, [[name, [questions[at]]] for at in asked])
    kind, result = answers[asked.index(0)]
    if kind == "raise":
        raise result
    results = [one for kind, one in answers if kind == "return" and type(one) in (int, float, str, list, tuple)]
    if len(results) == len(questions) and all(one == result for one in results) and result not in (float("inf"), -float("inf")):
        raise Refused("%s.%s gives the same for everything" % (type(value).__name__, name))
    return result
