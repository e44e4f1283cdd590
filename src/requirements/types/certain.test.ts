import { expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { SourceLines } from '../../python/internal.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';
import { type Certainty, type TypeFacts, weigh } from './certain.js';
import { DiagnosticPlaces } from './diagnostic-place.js';

const plain: TypeFacts = {
  asksCallable: new Set(),
  decorated: new Set(),
  opaque: new Set(),
  changing: new Set(),
  functions: [],
};
const method = { first: 1, last: 1, locals: new Set<string>(), isMethod: true };

/** How much a message of a rule says, of the first words in a line of code. */
function certainty(
  rule: string,
  message: string,
  code = 'value',
  facts: Partial<TypeFacts> = {},
  length = code.length,
): Certainty | undefined {
  const diagnostic = {
    rule,
    message,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: length + 1,
  } as TypeDiagnostic;
  const places = new DiagnosticPlaces(new SourceLines(code));
  return atOnce(weigh([diagnostic], { ...plain, ...facts }, places))[0]?.[1];
}
const ARGUMENT = 'Argument to function `f` is incorrect: Expected `int`, found `str`';
const WRONG = ['invalid-argument-type', ARGUMENT] as const;

it.each<[string, string, string, Certainty]>([
  ['invalid-argument-type', ARGUMENT, 'x', 'wrong'],
  ['invalid-argument-type', 'Expected `int`, found `str | None`', 'x', 'possible'],
  ['invalid-argument-type', 'Expected `int`, found `int | None`', 'x', 'possible'],
  ['invalid-argument-type', 'Expected `int`, found `int | str`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `int`, found `Literal[1, 2]`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `int`, found `list[int | None]`', 'x', 'wrong'],
  ['invalid-argument-type', 'Expected `int`, found `Unknown`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `list[int]`, found `list[Unknown]`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `int`, found `Any`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `int`, found `object`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `tuple[()]`, found `str`', 'x', 'nothing'],
  ['invalid-argument-type', 'Expected `int`, found `BaseException`', 'x', 'nothing'],
  ['invalid-argument-type', 'Argument `str` does not satisfy `int`', 'x', 'nothing'],
  ['missing-argument', 'No argument provided for required parameter `a` of function `f`', 'f()', 'wrong'],
  ['missing-argument', 'No argument provided for required parameter `a`', 'f()', 'nothing'],
  ['missing-argument', 'No argument for `a` of function `f`', 'f(*x)', 'nothing'],
  [
    'too-many-positional-arguments',
    'Too many positional arguments to function `f`: expected 1, got 2',
    'f(1, 2)',
    'wrong',
  ],
  [
    'unknown-argument',
    'Argument `a` does not match any known parameter of bound method `f`',
    'x.f(a=1)',
    'wrong',
  ],
  ['index-out-of-bounds', 'Index 3 is out of bounds for tuple `tuple[int]` with length 1', 'x[3]', 'wrong'],
  ['index-out-of-bounds', 'Index 3 is out of bounds for tuple `Unknown`', 'x[3]', 'nothing'],
  ['invalid-assignment', 'Not enough values to unpack: Expected 2', 'a, b', 'possible'],
  ['invalid-assignment', 'Too many values to unpack: Expected 2', 'a, b', 'possible'],
  ['invalid-assignment', 'Object of type `str` is not assignable to `int`', 'a', 'wrong'],
  [
    'invalid-assignment',
    'Object of type `str` is not assignable to attribute `a` of type `int`',
    'x.a',
    'nothing',
  ],
  ['invalid-return-type', 'Function can implicitly return `None`', 'f', 'possible'],
  ['invalid-return-type', 'Function always implicitly returns `None`', 'f', 'wrong'],
  ['invalid-return-type', 'Return type does not match: expected `int`, found `str`', 'f', 'wrong'],
  ['unresolved-attribute', 'Object of type `int` has no attribute `a`', 'x.a', 'wrong'],
  ['unresolved-attribute', 'Object of type `None` has no attribute `a`', 'x.a', 'wrong'],
  ['unresolved-attribute', 'Object of type `None` has no attribute `a`', 'x.y.a', 'nothing'],
  ['unresolved-attribute', 'Object of type `ValueError` has no attribute `a`', 'x.a', 'nothing'],
  ['unresolved-attribute', 'Attribute `a` is not defined on `None` in union `int | None`', 'x.a', 'possible'],
  ['unresolved-attribute', 'Attribute `a` is not defined on `str` in union `int | str`', 'x.a', 'nothing'],
  ['call-non-callable', 'Object of type `int` is not callable', 'x()', 'wrong'],
  ['call-non-callable', 'Object of type `Literal[1]` is not callable', 'x()', 'wrong'],
  ['call-non-callable', 'Object of type `Thing` is not callable', 'x()', 'nothing'],
  [
    'not-subscriptable',
    'Cannot subscript object of type `None` with no `__getitem__` method',
    'x.y',
    'nothing',
  ],
  ['not-subscriptable', 'Cannot subscript object of type `int` with no `__getitem__` method', 'x', 'wrong'],
  ['not-iterable', 'Object of type `int` is not iterable', 'x', 'wrong'],
  ['unsupported-operator', 'Operator `+` is not supported between types `int` and `str`', 'a + b', 'wrong'],
  [
    'unsupported-operator',
    'Operator `+` is not supported between types `int` and `Unknown`',
    'a + b',
    'nothing',
  ],
  ['invalid-argument-type', 'Invalid key of type `str` on object of type `list[int]`', 'a["b"]', 'wrong'],
  [
    'invalid-argument-type',
    'Invalid key of type `str` on object of type `list[int] | None`',
    'a["b"]',
    'nothing',
  ],
  ['invalid-raise', 'Object of type `int` cannot be raised', '1', 'wrong'],
])('%s: %s, of %s, is %s', (rule, message, code, expected) =>
  expect(certainty(rule, message, code)).toBe(expected),
);

it('says nothing of other rules', () => {
  expect(certainty('unresolved-reference', 'Name `a` used when not defined')).toBeUndefined();
});

it.each<[string, string, Partial<TypeFacts>]>([
  ['an instance of its own', 'self.x', { functions: [method] }],
  ['a class of its own', 'cls', { functions: [method] }],
  ['arguments that are spread', '*x', {}],
  ['a name that another part may bind', 'x.y', { changing: new Set(['x']) }],
  ['a class that is not known whole', 'X', { opaque: new Set(['X']) }],
  ['a function with a decorator', 'x', { decorated: new Set(['f']) }],
])('says nothing of %s', (_name, code, facts) => {
  expect(certainty(...WRONG, code, facts)).toBe('nothing');
  expect(certainty(...WRONG, 'z', { ...facts, decorated: new Set() })).toBe('wrong');
});

it('believes what a function says of its own variables, and of texts with such words', () => {
  const own = { functions: [{ ...method, locals: new Set(['x']) }], changing: new Set(['x']) };
  expect(certainty(...WRONG, 'x', own)).toBe('wrong');
  expect(certainty(...WRONG, '"self" + z', own)).toBe('wrong');
  expect(certainty(...WRONG, 'self', { functions: [{ ...method, isMethod: false }] })).toBe('wrong');
});

it.each([
  [
    'invalid-return-type',
    'Return type does not match returned value: expected `int`, found `Literal["a", "b, c"]`',
    'wrong',
  ],
  [
    'invalid-return-type',
    'Return type does not match returned value: expected `float`, found `Literal[1]`',
    'nothing',
  ],
  [
    'invalid-return-type',
    'Return type does not match returned value: expected `str`, found `Literal["a", 1]`',
    'nothing',
  ],
  [
    'invalid-return-type',
    'Return type does not match returned value: expected `Color`, found `Literal[1]`',
    'nothing',
  ],
  [
    'invalid-return-type',
    'Return type does not match returned value: expected `int | None`, found `Literal["a"]`',
    'wrong',
  ],
  [
    'invalid-parameter-default',
    'Default value of type `Literal["a"]` is not assignable to annotated parameter type `int`',
    'wrong',
  ],
  [
    'invalid-parameter-default',
    'Default value of type `None` is not assignable to annotated parameter type `int`',
    'nothing',
  ],
  ['invalid-yield', 'Yield type `Literal["a"]` does not match annotated yield type `int`', 'wrong'],
  ['invalid-yield', 'Yield type `str` does not match annotated yield type `int`', 'nothing'],
] as const)('%s: %s, whatever else the code does, is %s', (rule, message, expected) => {
  expect(certainty(rule, message, 'self.x', { functions: [method] })).toBe(expected);
});

it('says nothing of a call where the code asks what is callable', () => {
  const message = 'Object of type `int` is not callable';
  expect(certainty('call-non-callable', message, 'x()', { asksCallable: new Set(['x']) })).toBe('nothing');
});

it('says nothing of several diagnostics at one place, which are of the parts of a union', () => {
  const at = (column: number, rule = 'invalid-argument-type') =>
    ({ rule, message: ARGUMENT, line: 1, column, endLine: 1, endColumn: column + 1 }) as TypeDiagnostic;
  const places = new DiagnosticPlaces(new SourceLines('x y'));
  const weighed = atOnce(weigh([at(1), at(3), at(1), at(3, 'not-iterable')], plain, places));
  expect(weighed.map(([, certain]) => certain)).toEqual(['nothing', 'wrong', 'nothing', 'wrong']);
});
