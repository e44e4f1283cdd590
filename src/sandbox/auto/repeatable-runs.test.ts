import { describe, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { resolveSandboxLimits } from '../limits.js';
import { PythonFloat, type PythonValue } from '../python-value.js';
import { RepeatableRuns } from './repeatable-runs.js';
import type { LoggedRun } from './run-log.js';
import { valueBytes } from './value-bytes.js';

const tree = createFileTree();

function logged(value: PythonValue): LoggedRun {
  return {
    request: {
      code: 'x',
      runNumber: 1,
      fileName: null,
      inputs: {},
      functions: {},
      limits: resolveSandboxLimits({}),
      signal: null,
      onOutput: null,
    },
    before: tree.checkpoint(),
    calls: new Map([['f', [{ args: [1], outcome: { value } }]]]),
    ok: true,
    value: null,
    stdout: '',
  };
}

describe('RepeatableRuns', () => {
  it('gives up after 1,000 runs, for good, until the namespace is fresh', () => {
    const runs = new RepeatableRuns();
    for (let run = 0; run < 1000; run++) runs.add(logged(1), tree.checkpoint());
    expect([runs.runs.length, runs.cannotRepeat]).toEqual([1000, null]);
    const copy = runs.copy();
    runs.add(logged(1), tree.checkpoint());
    runs.add(logged(1), tree.checkpoint());
    expect([runs.runs.length, runs.cannotRepeat]).toEqual([0, 'it has had more than 1000 runs']);
    expect([copy.runs.length, copy.cannotRepeat]).toEqual([1000, null]);
    runs.clear();
    runs.add(logged(1), tree.checkpoint());
    expect([runs.runs.length, runs.cannotRepeat]).toEqual([1, null]);
  });

  it('gives up when answers of host functions take more than 64 MB', () => {
    const runs = new RepeatableRuns();
    for (let run = 0; run < 3; run++) runs.add(logged(new Uint8Array(20 * 2 ** 20)), tree.checkpoint());
    expect(runs.cannotRepeat).toBeNull();
    runs.add(logged([new Uint8Array(5 * 2 ** 20)]), tree.checkpoint());
    expect(runs.cannotRepeat).toContain('64 MB');
  });

  it('counts the versions of files that it keeps, each run’s last', () => {
    const runs = new RepeatableRuns();
    const megabytes = new Uint8Array(30 * 2 ** 20);
    for (let run = 0; run < 3; run++) {
      expect(runs.cannotRepeat).toBeNull();
      const entry = logged(null);
      megabytes[0] = run + 1;
      tree.writeBytes('a', megabytes.subarray(1));
      tree.writeBytes('a', megabytes);
      runs.add(entry, tree.checkpoint());
    }
    expect(runs.cannotRepeat).toContain('64 MB');
  });
});

describe('valueBytes', () => {
  it('grows with text, bytes, digits and places', () => {
    const small = valueBytes([]);
    for (const value of [
      ['x'],
      [1],
      [null],
      [new PythonFloat(1)],
      [new Uint8Array(1)],
      new Set([1]),
      new Map([[1, 2]]),
      { a: 1 },
    ]) {
      expect(valueBytes(value)).toBeGreaterThan(small);
    }
    expect(valueBytes('x'.repeat(1000))).toBeGreaterThanOrEqual(2000);
    expect(valueBytes(new Uint8Array(1000))).toBeGreaterThanOrEqual(1000);
    expect(valueBytes(10n ** 1000n)).toBeGreaterThanOrEqual(400);
  });
});
