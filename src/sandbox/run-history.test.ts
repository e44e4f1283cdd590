import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from './contract.js';
import { RunHistory } from './run-history.js';

const entry = (code: string, stdout = ''): HistoryEntry => ({
  code,
  ok: true,
  stdout,
  stderr: '',
  error: null,
});

describe('RunHistory', () => {
  it('keeps the newest 10,000 runs', () => {
    const history = new RunHistory([entry('old')]);
    for (let run = 0; run < 25_000; run++) history.add(entry(`${run}`));
    const codes = history.entries.map(({ code }) => code);
    expect(codes).toEqual(Array.from({ length: 10_000 }, (_, index) => `${15_000 + index}`));
  });

  it('keeps no more than 16 million characters', () => {
    const history = new RunHistory([]);
    const million = 'x'.repeat(999_999);
    for (let run = 0; run < 40; run++) history.add(entry(`${run % 10}`, million));
    expect(history.entries.length).toBe(16);
    history.add(entry('small'));
    expect(history.entries.map(({ code }) => code).slice(-3)).toEqual(['8', '9', 'small']);
    expect(history.entries.length).toBe(16);
    history.add(entry('x'.repeat(16_000_001)));
    expect(history.entries).toEqual([]);
    history.add(entry('next'));
    expect(history.entries.map(({ code }) => code)).toEqual(['next']);
  });

  it('gives copies, and is empty once cleared', () => {
    const history = new RunHistory([]);
    history.add(entry('a'));
    const copy = history.entries;
    history.clear();
    history.add(entry('b'));
    expect(copy.map(({ code }) => code)).toEqual(['a']);
    expect(history.entries.map(({ code }) => code)).toEqual(['b']);
  });
});
