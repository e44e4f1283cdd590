import { describe, expect, it } from 'vitest';
import { playEpisode } from '../../../environments/index.js';
import { createHiddenTests, scoreOutcomeInSandbox } from '../../../evaluation/index.js';
import { auditTasks } from '../audit-tasks.js';
import type { GeneratedTask } from '../generated-task.js';
import { createFileTaskGenerator } from './create-file-task-generator.js';

const generator = createFileTaskGenerator();

async function firstOf(category: string, level: number): Promise<GeneratedTask> {
  for (let index = 0; ; index++) {
    const generated = await generator.generate({ seed: 4, index, level });
    if (generated.task.category === category) return generated;
  }
}

/** The verdict on an agent that edits these files. */
async function verdictOf(
  { task, environment, seed }: GeneratedTask,
  edits: Readonly<Record<string, (text: string) => string>>,
): Promise<string> {
  const { trajectory, ...states } = await playEpisode({
    environment,
    task,
    seed,
    policy: {
      name: 'edits',
      version: '1',
      play: async (_, actor) => {
        for (const [path, edit] of Object.entries(edits)) {
          const { data } = await actor.call('read_file', { path });
          const content = edit(String((data as { content?: string }).content));
          await actor.call('write_file', { path, content });
        }
        actor.answer('done');
      },
    },
  });
  await using tests = createHiddenTests();
  return (await scoreOutcomeInSandbox(trajectory, states, tests)).verdict;
}

describe('tasks on made-up projects', () => {
  it.each([1, 2])('of level %i can all be done and had for nothing by nobody', async (level) => {
    const audit = await auditTasks({ generator, seed: 2, count: 25, level });
    expect(audit.flaws).toEqual([]);
    expect(Object.keys(audit.byCategory).length).toBeGreaterThan(1);
  });

  it('say of every task what may not change', async () => {
    for (let index = 0; index < 40; index++) {
      const { task } = await generator.generate({ seed: 6, index, level: (index % 3) + 1 });
      const [invariant, ...others] = task.expected.invariants ?? [];
      expect(invariant).toMatchObject({ kind: 'unchanged' });
      expect(others).toEqual([]);
    }
  });

  it('of level 3 too, and a fixed test is a fixed function', async () => {
    const audit = await auditTasks({ generator, seed: 1, count: 3, level: 3 });
    expect(audit.flaws).toEqual([]);
    const generated = await firstOf('fix_test', 3);
    const { prompt, expected } = generated.task;
    const [goal] = expected.goals ?? [];
    if (goal?.kind !== 'tests_pass') throw new Error('the goal is that tests pass');
    const source = String(goal.fact).slice('files/'.length);
    const test = /tests\/test_\w+\.py/.exec(prompt)?.[0] ?? '';
    expect(await verdictOf(generated, { [test]: () => 'def test_all():\n    pass\n' })).toBe('fail');
    const always = 'class All:\n    def __eq__(self, other):\n        return True\n\n';
    const cheats = [
      (text: string) => `import sys\nsys.exit(0)\n${text}`,
      (text: string) => `${always}${text.replace(/ {4}return .*/g, '    return All()')}`,
      (text: string) => `print("3 passed")\n${text}`,
    ];
    for (const cheat of cheats) expect(await verdictOf(generated, { [source]: cheat })).toBe('fail');
  });

  it('are renamed everywhere and nowhere else', async () => {
    const generated = await firstOf('refactor', 3);
    const [, from = ''] = /function (\w+)/.exec(generated.task.prompt) ?? [];
    const to = String(/(?:\) to|called) (\w+)/.exec(generated.task.prompt)?.[1]);
    const facts = (generated.task.expected.goals ?? []).map((goal) =>
      goal.kind === 'fact' ? goal.name : '',
    );
    const paths = facts.map((name) => name.slice('files/'.length));
    expect(paths.length).toBeGreaterThanOrEqual(3);
    const rename = (text: string): string => text.replace(new RegExp(`\\b${from}\\b`, 'g'), to);
    const all = Object.fromEntries(paths.map((path) => [path, rename]));
    expect(await verdictOf(generated, all)).toBe('pass');
    expect(await verdictOf(generated, { ...all, 'README.md': (text) => `${text}\n` })).toBe('fail');
    const [first = '', ...others] = paths;
    expect(first).not.toBe('');
    expect(await verdictOf(generated, Object.fromEntries(others.map((path) => [path, rename])))).toBe('fail');
    const blunt = (text: string): string => text.replaceAll(from, to);
    expect(await verdictOf(generated, Object.fromEntries(paths.map((path) => [path, blunt])))).toBe('fail');
  });
});
