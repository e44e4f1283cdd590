import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import type { RunError, RunErrorKind } from '../contract.js';
import { NO_NAMES_KNOWN } from '../monty/ready-code.js';
import { forecast, isSuspect } from './needs-cpython.js';

type Request = Parameters<typeof forecast>[0];
const run = (code: string, fileName: string | null = null): Request => ({
  code,
  fileName,
  inputs: {},
  functions: {},
});
const tree = createFileTree({
  files: { 'lib/part.py': '', 'random_names/__init__.py': '', 'data/a.csv': '' },
});
const reasonFor = (code: string, fileName: string | null = null): string | null =>
  forecast(run(code, fileName), tree, NO_NAMES_KNOWN).reason;

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
    ['x.bit_length()\nimport re\nre.split("(,)", x)', 'line 3'],
    ['import random', 'chance or the clock'],
    ['import json, random', 'chance or the clock'],
    ['def f():\n    from time import sleep', 'line 2'],
    ['import datetime\ndatetime.datetime.now()', 'chance or the clock'],
    ['import datetime as d\nd.date.today ()', 'chance or the clock'],
  ])('sends %j to CPython and says why', (code, why) => {
    expect(reasonFor(code)).toContain(why);
  });

  it.each<[string, string | null, string]>([
    ['x = 1\nimport part', '/lib/main.py', 'line 2: Monty cannot import /lib/part.py'],
    ['def f():\n  from random_names.x import y', '/lib/main.py', '/random_names/__init__.py'],
    ['import json, random_names', null, '/random_names/__init__.py'],
    ['import data.a', null, '/data'],
  ])('sends %j to CPython when it runs as %s', (code, fileName, why) => {
    expect(reasonFor(code, fileName)).toContain(why);
  });

  it('does not take an import for a file of the tree that is none', () => {
    expect(reasonFor('from __future__ import annotations\nimport os')).toBeNull();
    expect(reasonFor('x = "import part"  # import part', '/lib/main.py')).toBeNull();
    expect(reasonFor('import json', '/lib/main.py')).toBeNull();
  });

  it('does not let a failure of Monty be swallowed by an except', () => {
    expect(reasonFor('try:\n    x = y.bit_length()\nexcept Exception:\n    x = 0')).not.toBeNull();
  });
});

describe('forecast over several runs', () => {
  it('goes by what earlier runs, inputs and host functions bound', () => {
    const imported = forecast(run('import json'), tree, NO_NAMES_KNOWN).known;
    expect([...imported.modules]).toEqual([['json', 'json']]);
    const rebound = forecast(run('json = 5'), tree, imported).known;
    expect([...rebound.modules]).toEqual([]);
    const given = forecast({ ...run('json'), inputs: { json: 5, row: 1 } }, tree, imported).known;
    expect([...given.modules]).toEqual([]);
    expect([...given.names]).toContain('row');
  });

  it('knows the members that rewrites of earlier runs changed', () => {
    const source = 'class A:\n    @property\n    def size(self):\n        return 1\na = A()';
    const { known } = forecast(run(source), tree, NO_NAMES_KNOWN);
    expect([...known.members]).toEqual(['size']);
    expect(forecast(run('a.size'), tree, known).reason).toBeNull();
    expect(forecast(run('hasattr(a, "size")'), tree, known).reason).toContain('line 1');
    expect(forecast(run('hasattr(a, "length")'), tree, known).reason).toBeNull();
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
