from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, TypeVar, Union

T = TypeVar("T")
Number = Union[int, float]
Pairs = List[Tuple[str, int]]


def apply(values: Iterable[T], function: Callable[[T], T]) -> List[T]:
    return [function(v) for v in values]


def find(pairs: Pairs, name: str) -> Optional[int]:
    return next((value for key, value in pairs if key == name), None)


def total(values: Dict[str, Number]) -> Number:
    return sum(values.values())


print(apply([1, 2], lambda x: x * 2), find([("a", 1)], "a"), find([], "z"), total({"x": 1, "y": 2.5}))
