/** Ways to tell a type checker to look away, around a function that returns text where it declares an int. */
export const FORGED_TYPES: Readonly<Record<string, string>> = {
  'type: ignore': 'def half(x: int) -> int:\n    return "a"  # type: ignore\n',
  'type: ignore with a rule': 'def half(x: int) -> int:\n    return "a"  # type: ignore[return-value]\n',
  'type: ignore without blanks': 'def half(x: int) -> int:\n    return "a"  #type:ignore\n',
  'ty: ignore': 'def half(x: int) -> int:\n    return "a"  # ty: ignore\n',
  'ty: ignore with a rule': 'def half(x: int) -> int:\n    return "a"  # ty: ignore[invalid-return-type]\n',
  'pyright: ignore': 'def half(x: int) -> int:\n    return "a"  # pyright: ignore\n',
  'ruff and mypy':
    '# ruff: noqa\n# mypy: ignore-errors\ndef half(x: int) -> int:\n    return "a"  # noqa: E501\n',
  'type: ignore behind words': 'def half(x: int) -> int:\n    return "a"  # it works # type: ignore\n',
  'type: ignore of a file': '# type: ignore\ndef half(x: int) -> int:\n    return "a"\n',
  'ty: ignore of a file': '# ty: ignore\n\n"""Words."""\n\ndef half(x: int) -> int:\n    return "a"\n',
  'a comment after several lines': 'x: int = """\n"""  # type: ignore\n',
  'a comment in a bracket': 'def half(x: int) -> int:\n    return (\n        "a"  # type: ignore\n    )\n',
  'a comment in a field': 'def half(x: int) -> int:\n    return f"""{\n  x  # type: ignore\n}"""\n',
  'words that look like a comment': 'def half(x: int) -> int:\n    return "# type: ignore"\n',
  no_type_check:
    'from typing import no_type_check\n@no_type_check\ndef half(x: int) -> int:\n    return "a"\n',
  'typing.no_type_check': 'import typing as t\n@t.no_type_check\ndef half(x: int) -> int:\n    return "a"\n',
  'no_type_check by another name':
    'from typing import no_type_check as checked\n@checked\ndef half(x: int) -> int:\n    return "a"\n',
  'no_type_check in brackets':
    'from typing import no_type_check\n@(  # why\n  no_type_check)\ndef half(x: int) -> int:\n    return "a"\n',
  cast: 'from typing import cast\ndef half(x: int) -> int:\n    return cast(int, "a")\n',
  'typing.cast': 'import typing as t\ndef half(x: int) -> int:\n    return t.cast("int", "a")\n',
  'cast by another name':
    'from typing import cast as to\ndef half(x: int) -> int:\n    return to(int, "a")\n',
  'cast of everything': 'from typing import *\ndef half(x: int) -> int:\n    return cast(int, "a")\n',
  'cast as a value':
    'from typing import cast\nto = cast\ndef half(x: int) -> int:\n    return to(int, "a")\n',
  'cast over lines':
    'from typing import cast\ndef half(x: int) -> int:\n    return cast(\n        int,\n        ("a"),\n    )\n',
  'cast in cast':
    'from typing import Any, cast\ndef half(x: int) -> int:\n    return (cast)((int), cast(Any, "a"))\n',
  'a statement of cast': 'from typing import cast\ncast(list, 5).append(1)\n',
  Any: 'from typing import Any\ndef half(x: int) -> int:\n    y: Any = "a"\n    return y\n',
  'Any by another name':
    'import typing\nWhatever = typing.Any\ndef half(x: int) -> int:\n    y: Whatever = "a"\n    return y\n',
  'Any in quotes': 'from typing import Any\ndef half(x: int) -> int:\n    y: "Any" = "a"\n    return y\n',
  'Any in a union':
    'from typing import Any, Union\ndef half(x: int) -> int:\n    y: Union[Any, int] = "a"\n    return y\n',
  'Any before the value':
    'from typing import Any\ndef half(x: int) -> int:\n    y: Any\n    y = "a"\n    return y\n',
  'Any at the top': 'from typing import Any\ny: Any | None = "a"\nz: int = y\n',
  TYPE_CHECKING:
    'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    def half(x: int) -> int: ...\nelse:\n    def half(x: int) -> int:\n        return "a"\n',
  'not TYPE_CHECKING':
    'import typing\nif not typing.TYPE_CHECKING:\n    def half(x: int) -> int:\n        return "a"\n',
  'TYPE_CHECKING of its own':
    'TYPE_CHECKING = False\nif not TYPE_CHECKING:\n    def half(x: int) -> int:\n        return "a"\n',
  NoReturn:
    'from typing import NoReturn\ndef log() -> NoReturn:\n    print("x")\ndef half(x: int) -> int:\n    log()\n    return "a"\n',
  'Never in quotes':
    'from typing import Never\ndef log() -> "Never":\n    print("x")\ndef half(x: int) -> int:\n    log()\n    return "a"\n',
  'a type that is another': 'int = str\ndef half(x: int) -> int:\n    return "a"\n',
  'a type that is a class': 'class int: pass\ndef half(x: int) -> int:\n    return int()\n',
  'a type that is an alias': 'type int = str\ndef half(x: int) -> int:\n    return "a"\n',
  'a type that is imported': 'from typing import Any as int\ndef half(x: int) -> int:\n    return "a"\n',
  'a type that is a parameter': 'def half[int](x: int, y: int) -> int:\n    return y\n',
  'a type in the body of a class':
    'class A:\n    int = str\n    def half(self, x: "int") -> "int":\n        return "a"\n',
  'an enum elsewhere':
    'from enum import Enum\nclass C(Enum):\n    A = 1\ndef half(x: int) -> int:\n    return "a"\n',
  'the word self': 'def half(x: int) -> int:\n    return "self"\n',
  'self in the expression': 'class A:\n    def half(self, x: int) -> int:\n        return ("a", self)[0]\n',
  'self in the condition':
    'class A:\n    def half(self, x: int) -> int:\n        return "a" if self else "b"\n',
  'self as a parameter': 'def half(self: int) -> int:\n    return self + "a"\n',
  'a union of wrong types': 'def half(x: int) -> int:\n    return "a" if x else b"b"\n',
  'a union of wrong types in a variable':
    'def half(x: int) -> int:\n    y = "a" if x else [1]\n    return y\n',
  'a decorated method named as a type':
    'import functools\nclass A:\n    @functools.cached_property\n    def int(self):\n        return 1\ndef half(x: int) -> int:\n    return "a"\n',
  'a decorated method named as a word of the checker':
    'import functools\nclass A:\n    @functools.cached_property\n    def Literal(self):\n        return 1\ndef half(x: int) -> int:\n    return "a"\n',
  'a class named as a word of the checker':
    'from abc import ABC\nclass Literal(ABC): pass\ndef half(x: int) -> int:\n    return "a"\n',
  'a global of the same name':
    'def half(x: int) -> int:\n    a = str(x)\n    return a\ndef other():\n    global a\n    a = 1\n',
  'None of the same name': 'def half(x: int) -> int:\n    a = str(x)\n    return a\na = None\n',
  'a default of the same name':
    'def half(x: int) -> int:\n    a = str(x)\n    return a\ndef other(a=1): pass\n',
  'an import of the same name':
    'def half(x: int) -> int:\n    a = str(x)\n    return a\nif True:\n    import a\n',
  'callable, of nothing': 'callable\nx = 5\nx()\n',
  'callable, of another': 'if callable(print):\n    x = 5\n    x()\n',
  'an attribute of a wrong type': 'class A:\n    n: int = 0\ndef f(a: A) -> None:\n    a.n = "x"\n',
  'a default of a wrong type': 'def f(x: int = "a") -> int:\n    return x\n',
  'a yield of a wrong type': 'from typing import Iterator\ndef f() -> Iterator[int]:\n    yield "a"\n',
  'a TypeAlias of Any':
    'from typing import Annotated, Any, Final, TypeAlias\nW: TypeAlias = Any\ny: W = "a"\nx: int = y\n',
  'an alias of an alias':
    'from typing import Annotated, Any, Final, TypeAlias\nA = Any\nB: TypeAlias = A\ny: B = "a"\nx: int = y\n',
  'a type statement of an alias':
    'from typing import Annotated, Any, Final, TypeAlias\ntype A = Any\ntype B = A\ny: B = "a"\nx: int = y\n',
  'an alias that is unpacked':
    'from typing import Annotated, Any, Final, TypeAlias\nA, B = Any, int\ny: A = "a"\nx: int = y\n',
  'an alias of a loop':
    'from typing import Annotated, Any, Final, TypeAlias\nfor A in [Any]:\n    pass\ny: A = "a"\nx: int = y\n',
  'an alias inside an expression':
    'from typing import Annotated, Any, Final, TypeAlias\n(A := Any)\ny: A = "a"\nx: int = y\n',
  'an alias in quotes':
    'from typing import Annotated, Any, Final, TypeAlias\nA = Any\ny: "A" = "a"\nx: int = y\n',
  'an alias of everything that is imported':
    'from typing import *\nA: TypeAlias = Any\ny: A = "a"\nx: int = y\n',
  Annotated: 'from typing import Annotated, Any, Final, TypeAlias\ny: Annotated[Any, 1] = "a"\nx: int = y\n',
  'Annotated in quotes':
    'from typing import Annotated, Any, Final, TypeAlias\ny: "Annotated[Any, 1]" = "a"\nx: int = y\n',
  Final: 'from typing import Annotated, Any, Final, TypeAlias\ny: Final[Any] = "a"\nx: int = y\n',
  'int rebound in a function': 'def f():\n    int = str\n    x: int = "a"\n',
  'int rebound around a function':
    'def f():\n    int = str\n    def g() -> int:\n        return "a"\n    return g()\nf()\n',
  'a parameter called int': 'def f(int=str):\n    x: int = "a"\n',
  'int rebound by global': 'def g():\n    global int\n    int = str\ndef f() -> int:\n    return "a"\n',
  'an error called int':
    'try:\n    1 / 0\nexcept Exception as int:\n    pass\ndef f() -> int:\n    return "a"\n',
  'a pattern called int': 'match str:\n    case int:\n        pass\ndef f() -> int:\n    return "a"\n',
  'cast with a comma at its end': 'from typing import cast\nx: int = cast(\n    int,\n    "a",\n)\n',
};

/** Right programs that use the same things as people do. */
export const HONEST_TYPES: Readonly<Record<string, string>> = {
  'ignored import': 'import yaml  # type: ignore\nprint(yaml.safe_load("a"))\n',
  'comments everywhere': '# -*- coding: utf-8 -*-\nx: int = 1  # type: ignore\ny: str = "é"  # noqa\n',
  'a comment that ends in a backslash': 'x: int = 1  # a \\\ny: str = "a"  # \\\n',
  'a cast of what is known by no one':
    'import json\nfrom typing import cast\ndef load(t: str) -> int:\n    return cast(int, json.loads(t))\n',
  'a cast of what is right': 'from typing import cast\ndef f(x: int) -> int:\n    return cast(int, x + 1)\n',
  'a cast of what may be None':
    'from typing import cast\ndef f(d: dict[str, int]) -> int:\n    return cast(int, d.get("a"))\n',
  'a cast to narrow a union':
    'from typing import cast\ndef f(x: int | str) -> int:\n    return cast(int, x)\n',
  'a method that is called cast':
    'class Mage:\n    def cast(self, spell: str) -> str:\n        return spell\n\nprint(Mage().cast("a"))\n',
  'a function that is called cast':
    'def cast(kind: str, n: int) -> int:\n    return n\n\nx: int = cast("a", 1)\n',
  'a cast in a chain':
    'from typing import cast\nimport json\ncast(list, json.loads("[]")).append(\n    1\n)\n',
  'Any of data':
    'from typing import Any\nimport json\ndef f(d: dict[str, Any], *rest: Any, **more: Any) -> int:\n    data: Any = json.loads("1")\n    return data["n"] + d["a"]\n',
  'Any that changes': 'from typing import Any\nx: Any = None\nx = {"a": 1}\nprint(x["a"])\n',
  'Any of a field':
    'from dataclasses import dataclass\nfrom typing import Any\n@dataclass\nclass P:\n    value: Any\n    other: Any = None\n\nprint(P(1).value + 1, P("a", 2).other)\n',
  'Any that is tested':
    'from typing import Any\ndef f(x: Any) -> int:\n    y: Any = x\n    if isinstance(y, str):\n        return len(y)\n    return int(y)\n',
  'imports for types alone':
    'from __future__ import annotations\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from decimal import Decimal\n    from collections.abc import Sequence\ndef f(xs: Sequence[int], d: Decimal | None = None) -> int:\n    return sum(xs)\nprint(f([1, 2]))\n',
  'another class without types':
    'import typing\nif typing.TYPE_CHECKING:\n    Base = object\nelse:\n    class Base:\n        pass\nclass A(Base):\n    pass\n\nprint(A())\n',
  'a function that never returns':
    'import sys\nfrom typing import NoReturn\ndef die(why: str) -> NoReturn:\n    print(why)\n    sys.exit(1)\ndef f(x: int | None) -> int:\n    if x is None:\n        die("no x")\n    return x + 1\n',
  'a function that always raises':
    'from typing import Never\ndef fail() -> Never:\n    raise ValueError("x")\ndef f(x: int) -> int:\n    if x > 0:\n        return x\n    fail()\n',
  'methods with names of types':
    'class Store:\n    def __init__(self) -> None:\n        self.items: list[int] = []\n    def list(self):\n        return self.items\n    def set(self, key: int, value: str) -> None:\n        self.items.append(key)\n\nStore().set(1, "a")\n',
  'variables with names of types':
    'def f(x: list[int]) -> int:\n    dict = {"a": 1}\n    set = 3\n    return dict["a"] + set + x[0]\n',
  'a decorator of its own':
    'import functools\ndef logged(f):\n    @functools.wraps(f)\n    def call(*a, **k):\n        return f(*a, **k)\n    return call\n@logged\ndef half(x: int) -> float:\n    return x / 2\nprint(half(3))\n',
  'a cached function':
    'from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n: int) -> int:\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(20))\n',
  'type parameters': 'def first[T](xs: list[T]) -> T:\n    return xs[0]\nprint(first([1]) + 1)\n',
  'members of an enum':
    'from enum import Enum, auto\nclass Color(Enum):\n    RED = 1\n    GREEN = (\n        2\n    )\n    BLUE = auto()\nc = Color.RED\nprint(c.value, c.name)\nfor each in Color:\n    print(each.value)\ndef f(color: Color = Color.GREEN) -> str:\n    return color.name\nprint(f(Color.BLUE))\n',
  'callable of a parameter': 'def f(x: object, y: str = ""):\n    return x() if callable(x) else y\n',
  'a global that starts as None':
    'cache = None\ndef fill() -> None:\n    global cache\n    cache = {"a": 1}\ndef use() -> int:\n    fill()\n    return cache["a"]\nprint(use())\n',
  'attributes of self':
    'class A:\n    def __init__(self) -> None:\n        self.value = None\n        self.items = []\n    def set(self, value: int) -> None:\n        self.value = value\n    def get(self) -> int:\n        return self.value\na = A()\na.set(1)\nprint(a.get())\n',
  'a parameter that is None at first':
    'def f(n=None, d=None):\n    if d:\n        n = d + 1\n    n &= 7\n    if d is None:\n        d = {}\n    d["a"] = n\n    return d\nprint(f(3))\n',
  'defaults of None':
    'def f(x: int = None, y: list[int] = None) -> int:\n    return x or len(y or [])\nprint(f(1))\n',
  'numbers of other kinds':
    'def f(x: float = 1, y: complex = 2) -> float:\n    total: float = 0\n    total += x\n    return total if x else True\nprint(f(2))\n',
  'literals of a Literal type':
    'from typing import Literal, Iterator\ndef mode(x: int) -> Literal["r", "w"]:\n    return "r" if x else "w"\ndef count() -> Iterator[int | str]:\n    yield 1\n    yield "a"\nprint(mode(1), list(count()))\n',
  'cast with a comma at its end':
    'from typing import cast\nx: int = cast(int, 3,)\ny: tuple[int, ...] = cast(tuple, (1, 2),)\n',
  'Annotated and Final':
    'from typing import Annotated, Final\nx: Annotated[int, "metres"] = 3\nN: Final[int] = 3\n',
  'a variable called list in a function':
    'def f(xs):\n    list = [xs]\n    return list\ndef g() -> list[int]:\n    return [1]\n',
};
