import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { makeCodeRewardFn } from '../make-code-reward-fn.js';
import { requirementsOfRow } from './requirements-of-row.js';
import { TaskRows } from './task-rows.js';

const requirementsOf = requirementsOfRow();
const namesOf = (row: JsonObject) => requirementsOf(row).map(({ name }) => name);

describe('the requirements of a row', () => {
  it('are its tests, its cases, or both', () => {
    expect(namesOf({ tests: 'assert f(1) == 1' })).toEqual(['TestsPass']);
    expect(namesOf({ tests: ['assert f(1) == 1', 'assert f(2) == 2'] })).toEqual(['TestsPass']);
    expect(namesOf({ cases: [{ stdin: '1', stdout: '2' }] })).toEqual(['StdioPass']);
    expect(namesOf({ cases: [{ input: '1', output: '2' }], tests: 'assert f(1) == 1' })).toEqual([
      'TestsPass',
      'StdioPass',
    ]);
  });

  it.each([
    [{}, 'neither tests nor cases'],
    [{ tests: null, cases: null }, 'neither tests nor cases'],
    [{ tests: [] }, 'neither tests nor cases'],
    [{ tests: 3 }, 'tests of a row are Python'],
    [{ tests: ['assert f()', 3] }, 'tests of a row are Python'],
    [{ cases: [] }, 'at least one'],
    [{ cases: [{ stdin: '1' }] }, 'at least one'],
    [{ cases: [{ stdin: '1', stdout: '1' }, 2] }, 'at least one'],
    [{ cases: '1' }, 'at least one'],
  ])('are refused for %j', (row, words) => {
    expect(() => requirementsOf(row as JsonObject)).toThrow(words);
  });

  it('can be kept where trainers don’t see them', () => {
    const rows = new TaskRows(requirementsOf);
    rows.add({ id: 'a', prompt: 'Write f.', tests: 'assert f(1) == 1' });
    rows.add({ task_id: 7, prompt: 'Write g.', cases: [{ stdin: '', stdout: '1' }] });
    expect(rows.shown).toEqual([
      { id: 'a', prompt: 'Write f.' },
      { task_id: 7, prompt: 'Write g.' },
    ]);
    expect(rows.requirementsOf({ id: 'a' }).map(({ name }) => name)).toEqual(['TestsPass']);
    expect(rows.requirementsOf({ task_id: 7 }).map(({ name }) => name)).toEqual(['StdioPass']);
    expect(() => rows.requirementsOf({ id: 'b' })).toThrow('no task with the id b');
    expect(() => rows.requirementsOf({ prompt: 'Write f.' })).toThrow('names no task');
    expect(() => rows.add({ id: 'a', tests: 'assert f(1) == 1' })).toThrow('there twice');
    expect(() => rows.add({ tests: 'assert f(1) == 1' })).toThrow('needs an id');
  });
});

const { it: withPython } = await needs('python3');

withPython('scores the rows that can be read, and says why the others can’t', async () => {
  const reasons: [number, string][] = [];
  const reward = makeCodeRewardFn({ requirements: requirementsOf });
  const echo = '~~~python\nprint(int(input()) + 1)\n~~~';
  const completions = [echo, echo, echo];
  const cases = [[{ stdin: '1\n', stdout: '2\n' }], [{ stdin: '1\n', stdout: '3\n' }], []];
  const onUnscored = (index: number, reason: string) => void reasons.push([index, reason]);
  expect(await reward({ completions, cases }, { onUnscored })).toEqual([1, 0, null]);
  expect(reasons).toEqual([[2, expect.stringContaining('at least one')]]);
  await expect(reward({ completions: [echo] })).rejects.toMatchObject({ code: 'gym/invalid_row' });
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(reward({ completions, cases }, { signal: stopped })).rejects.toThrow('enough');
});
