import { describe, expect, it } from 'vitest';
import { shorterScripts } from './shrink.js';

describe('shorterScripts', () => {
  it('takes one statement away at a time, the largest first, and keeps docstrings and blocks', () => {
    const script = [
      'import json',
      'def transform(inputs):',
      '    """Doubles."""',
      '    unused = 1',
      '    if inputs:',
      '        value = 2',
      '    return {"b": 2}',
    ].join('\n');
    const shorter = shorterScripts(script);
    expect(shorter.map((text) => script.split('\n').length - text.split('\n').length)).toEqual([
      6, 2, 1, 1, 1,
    ]);
    for (const text of shorter.slice(1)) expect(text).toContain('"""Doubles."""');
    expect(shorter).toContain(script.replace('    unused = 1\n', ''));
    expect(shorter.some((text) => text.includes('if inputs:\n    return'))).toBe(false);
  });

  it('has each version once, and none of what is no Python', () => {
    expect(shorterScripts('a = 1; b = 2')).toEqual(['']);
    expect(shorterScripts('a = (')).toEqual([]);
  });
});
