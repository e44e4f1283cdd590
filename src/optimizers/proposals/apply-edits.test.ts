import { describe, expect, it } from 'vitest';
import { applyEdits, hasEdits } from './apply-edits.js';

const script = 'def f(x):\n    return x\n\n\ndef g(x):\n    return x + 1\n';
const edit = (from: string, to: string): string =>
  `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`;

describe('applyEdits', () => {
  it('makes every edit, in its order', () => {
    const reply = `Rule: double.\n${edit('    return x + 1', '    return 2 * x')}and\n${edit('def f(x):  ', 'def f(y):')}`;
    expect(hasEdits(reply)).toBe(true);
    expect(applyEdits(script, reply)).toEqual({
      ok: true,
      script: 'def f(y):\n    return x\n\n\ndef g(x):\n    return 2 * x\n',
    });
  });

  it('takes lines away where nothing comes in their place', () => {
    const reply = '<<<<<<< SEARCH\ndef f(x):\n    return x\n=======\n>>>>>>> REPLACE';
    expect(applyEdits(script, reply)).toMatchObject({ script: '\n\ndef g(x):\n    return x + 1\n' });
  });

  it.each([
    ['are not there', edit('    return y', '    return 1'), /edit 1 searches for are not in the script/],
    ['are there twice', edit('', 'pass'), /more than once|nothing/],
    ['are there after the first edit no more', edit('def g(x):', 'def h(x):').repeat(2), /edit 2 searches/],
    ['have no end', '<<<<<<< SEARCH\ndef f(x):\n=======\ndef g', /has no end/],
    ['have no end after others', `${edit('def f(x):', 'def k(x):')}<<<<<<< SEARCH\nx`, /has no end/],
  ])('changes nothing where lines %s', (_name, reply, reason) => {
    expect(applyEdits(script, reply)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('is not begun by code that compares', () => {
    expect(hasEdits('```python\nx = 1 << 7\n```')).toBe(false);
  });
});
