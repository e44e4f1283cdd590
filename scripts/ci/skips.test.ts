import { expect, it, vi } from 'vitest';
import { Skips } from './skips.mjs';

const test = (status: string, ...titles: readonly string[]): object => ({
  ancestorTitles: titles.slice(0, -1),
  title: titles.at(-1),
  status,
});
const file = (folder: string, ...tests: readonly object[]): object => ({
  name: `${folder}/src/a.test.ts`,
  assertionResults: tests,
});

it('counts what no run has run, and prints it once for each reason', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const skips = new Skips();
  skips.addTests([
    file(
      '/one',
      test('pending', 'suite (skipped: needs root (uid 0))', 'first'),
      test('pending', 'suite (skipped: needs root (uid 0))', 'second'),
      test('pending', 'never'),
      { ...test('pending', 'forks'), meta: { skipReason: 'it cannot fork' } },
      test('passed', 'always'),
    ),
  ]);
  skips.addTests([file('/two', test('passed', 'suite', 'first'), test('pending', 'always'))]);
  skips.add('Node 22', 'not to be had');
  expect(skips.report()).toBe(4);
  expect(print.mock.calls.flat()).toEqual([
    'skipped: src/a.test.ts > suite > second (needs root (uid 0))',
    'skipped: src/a.test.ts > never (see its title)',
    'skipped: src/a.test.ts > forks (it cannot fork)',
    'skipped: Node 22 (not to be had)',
  ]);
  print.mockRestore();
});
