import { describe, expect, it } from 'vitest';
import type { RunError, RunErrorKind } from '../contract.js';
import { forecast, isSuspect } from './needs-cpython.js';

const names = { definedNames: new Set<string>(), definedModules: new Map<string, string>() };
const reasonFor = (code: string): string | null => forecast(code, names).reason;

describe('forecast', () => {
  it.each([
    'x = 1\nprint(x + 1)',
    'import json\njson.dumps({"now": 1})',
    'timeout = 5\nrandom_name = "a"',
    'from datetime import datetime\ndatetime(2020, 1, 1).isoformat()',
  ])('leaves plain code to Monty (case %#)', (code) => {
    expect(reasonFor(code)).toBeNull();
  });

  it.each([
    ['class A(B): pass', 'line 1'],
    ['import random', 'chance or the clock'],
    ['import json, random', 'chance or the clock'],
    ['def f():\n    from time import sleep', 'line 2'],
    ['import datetime\ndatetime.datetime.now()', 'chance or the clock'],
    ['import datetime as d\nd.date.today ()', 'chance or the clock'],
  ])('sends %j to CPython and says why', (code, why) => {
    expect(reasonFor(code)).toContain(why);
  });

  it('does not let a failure of Monty be swallowed by an except', () => {
    expect(reasonFor('try:\n    x = y.bit_length()\nexcept Exception:\n    x = 0')).not.toBeNull();
  });
});

describe('isSuspect', () => {
  const error = (kind: RunErrorKind, type: string): RunError => ({
    kind,
    type,
    message: '',
    line: 1,
    frames: [],
    hint: null,
  });

  it.each([
    ['unsupported', 'NotImplementedError', true],
    ['runtime', 'AttributeError', true],
    ['syntax', 'SyntaxError', true],
    ['runtime', 'ZeroDivisionError', false],
    ['runtime', 'KeyError', false],
    ['timeout', 'TimeoutError', false],
    ['memory', 'MemoryError', false],
    ['aborted', 'KeyboardInterrupt', false],
  ] as const)('%s %s: %s', (kind, type, suspect) => {
    expect(isSuspect(error(kind, type))).toBe(suspect);
  });
});
