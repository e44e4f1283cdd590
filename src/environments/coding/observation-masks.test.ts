import { expect, it } from 'vitest';
import { DEFAULT_OBSERVATION_MASKS, ObservationMasks } from './observation-masks.js';

const masks = new ObservationMasks(DEFAULT_OBSERVATION_MASKS, 'test');

it.each([
  ['date', 'Mon Nov 30 05:11:53 UTC 2026', 'Tue Dec  1 15:00:00 CET 2026'],
  ['pytest', '3 passed in 0.12s', '3 passed in 1.98s'],
  ['time make', 'real\t0m0.012s', 'real\t1m2.345s'],
  ['ls -l', '-rw-r--r-- 1 me me 12 Nov 30 05:11 a.txt', '-rw-rw-r-- 1 65534 65534 12 Jan  1  2024 a.txt'],
  [
    'ls -la',
    'total 12\ndrwxr-xr-x 3 me staff 4096 Nov 30 05:11 .',
    'total 4\ndrwxr-xr-x 9 65534 65534 80 Jan 10 10:10 .',
  ],
  ['git commit -m x', '[main 1a2b3c4] x', '[main 4d5e6f7] x'],
  ['tree', '/bin/bash: line 1: tree: command not found', 'bash: line 3: tree: command not found'],
  ['which python3', '/usr/bin/python3', '/programs/python3'],
  ['find . -name "*.py"', './b.py\n./a.py', './a.py\n./b.py'],
  ['mktemp', '/tmp/tmp.Ab12Cd34Ef', '/tmp/tmp.Xy98Zw76Uv'],
])('leaves out what differs from run to run: %s', (command, one, other) => {
  expect(masks.apply(one, command).text).toBe(masks.apply(other, command).text);
  expect(masks.apply(one, command).masks).not.toEqual([]);
});

it.each([
  ['cat a.txt', 'price = 2', 'price = 3'],
  ['ls -l', '-rw-r--r-- 1 me me 12 Nov 30 05:11 a.txt', '-rw-r--r-- 1 me me 13 Nov 30 05:11 a.txt'],
  ['sha256sum a.txt', 'da39a3ee5e6b4b0d3255', 'aa39a3ee5e6b4b0d3255'],
  ['sort a.txt', 'a\nb', 'b\na'],
  ['pytest', '3 passed in 0.12s', '4 passed in 0.12s'],
  ['wc -l a', '5 a', '6 a'],
])('keeps what doesn’t: %s', (command, one, other) => {
  expect(masks.apply(one, command).text).not.toBe(masks.apply(other, command).text);
});

it.each([
  [{ name: 'x y', pattern: 'a' }, /masks\[0\]\.name/],
  [{ name: 'x' }, /a pattern, or sortLines/],
  [{ name: 'x', pattern: '(' }, /regular expression/],
  [{ name: 'x', patern: 'a' }, /masks\[0\]\.patern/],
])('refuses %j', (mask, words) => {
  expect(() => new ObservationMasks([mask as never], 'test')).toThrow(words);
});
