import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeTrajectories } from 'mettle/records';
import { createSandbox, type Sandbox } from 'mettle/sandbox';
import { searchOptimizer } from 'mettle/search';
import type { ScriptOptimizer, TrainingResult } from 'mettle/training';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../src/testing/needs.fixture.js';
import type { DemoResult } from './demo-result.js';
import { scriptInput } from './mine-skill.js';
import { runDemo } from './run-demo.js';
import type { DemoSize } from './tasks/generate-tasks.js';
import { writeDemo } from './write-demo.js';

/** An optimizer that offers these scripts, or none, one after another, and the last one from then on. */
function offering(...scripts: readonly (string | null)[]): ScriptOptimizer {
  const nothing = { passed: 0, total: 0, rate: null };
  const left = [...scripts];
  const next = (): string | null => (left.length > 1 ? left.shift() : left[0]) ?? null;
  const resultOf = (script: string | null): TrainingResult => ({
    script,
    solved: false,
    abstained: script === null,
    train: nothing,
    holdout: nothing,
    confidence: null,
    reasons: ['it was told to'],
    advice: [],
    foundBy: null,
    guess: null,
    outcomes: [],
    evaluations: 1,
    seconds: 0,
    stopReason: 'exhausted',
  });
  return { name: 'fixed', optimize: async () => resultOf(next()) };
}

/** A seed whose run shows everything with little work: one style that the search has no steps for, two quick ones. */
const SEED = 21;

/** The offline search with a budget that is enough for the styles of that seed. */
const quickSearch: ScriptOptimizer = {
  name: 'quick search',
  optimize: (task, options) =>
    searchOptimizer().optimize(task, { ...options, budget: { maxEvaluations: 20_000 } }),
};

/** Enough unseen tasks for the test to tell, and few others. */
const small: DemoSize = { tasksPerCategory: 1, trainTasksPerSkill: 12, unseenTasksPerSkill: 8 };
const smallest: DemoSize = { tasksPerCategory: 1, trainTasksPerSkill: 4, unseenTasksPerSkill: 3 };

(await needs('monty')).describe('the demo', () => {
  let sandbox: Sandbox;
  let folder: string;
  let result: DemoResult;

  const play = (
    seed: number,
    optimizer: ScriptOptimizer,
    size = small,
    inside: Sandbox = sandbox,
  ): Promise<DemoResult> =>
    runDemo({
      seed,
      sandbox: inside,
      optimizer,
      size,
      now: () => 0,
    });

  beforeAll(async () => {
    sandbox = await createSandbox({ engine: 'monty' });
    folder = await mkdtemp(join(tmpdir(), 'mettle-demo-'));
    result = await play(SEED, quickSearch);
  }, 300_000);
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  it('proves its tasks, verifies every run, and is better on tasks that training never saw', () => {
    expect(result.oracle.pass.rate).toBe(1);
    for (const round of result.rounds) {
      expect(round.verified.rate).toBe(1);
      expect(round.codeOk.rate).toBe(1);
    }
    expect(result.improved).toBe(true);
    expect(result.comparison.tasks).toBe(24);
    expect(result.comparison.test).toMatchObject({ better: 16, worse: 0, same: 8 });
  });

  it('trains every skill that fails, abstains where the search has no steps, and keeps the rest', () => {
    expect(
      result.skills.map(({ skill, training, kept }) => ({
        searchable: skill.style.searchable,
        abstained: training?.result.abstained,
        kept,
      })),
    ).toEqual([
      { searchable: false, abstained: true, kept: false },
      { searchable: true, abstained: false, kept: true },
      { searchable: true, abstained: false, kept: true },
    ]);
  });

  it('gives the agents different first guesses', () => {
    const scripts = result.trajectories[0]
      .filter(({ task }) => task.metadata.skill === 'route_tag')
      .flatMap(({ policy, steps }) =>
        steps.flatMap((step) =>
          step.type === 'code_execution' ? `${policy.name}: ${step.code.split('\n\n')[0]}` : [],
        ),
      );
    expect(new Set(scripts).size).toBe(3);
    expect(new Set(scripts.map((script) => script.replace(/^\w+: /, ''))).size).toBe(3);
  });

  it('is helped by no negative control', () => {
    const controls = result.skills.flatMap((skill) => skill.controls);
    expect(new Set(controls.map(({ kind }) => kind)).size).toBe(3);
    expect(controls).toHaveLength(9);
    for (const { comparison } of controls) expect(comparison?.after ?? 0).toBe(0);
  });

  it('counts the failures that training can reach', () => {
    const { failed, trainable, repaired } = result.failures;
    expect(failed).toBe(result.rounds[0].failures.failures.length);
    expect(trainable).toBe(3 * 3 * 20);
    expect(repaired).toBe(2 * 3 * 20);
    expect(failed).toBeGreaterThan(trainable);
  });

  it('learns from no unseen task', () => {
    const { skills, tasks } = result;
    const outputs = (split: string): ReadonlySet<unknown> =>
      new Set(
        tasks
          .filter(({ metadata }) => metadata.split === split)
          .map(({ expected }) => expected.answer?.value),
      );
    const [seen, unseen] = [outputs('train'), outputs('unseen')];
    for (const { training } of skills) {
      expect(training?.examples.length).toBe(small.trainTasksPerSkill);
      for (const { output } of training?.examples ?? []) {
        expect(seen).toContain(output);
      }
    }
    const inputs = skills.flatMap(({ training }) => training?.examples.map(({ input }) => input) ?? []);
    const unseenRuns = result.trajectories[0].filter(({ task }) => task.metadata.split === 'unseen');
    for (const run of unseenRuns) expect(inputs).not.toContain(scriptInput(run));
    expect(unseen.size).toBe(24);
  });

  it('gives another dataset for another seed, and falls back to round 1 without a trained script', async () => {
    const other = await play(4, offering(null), smallest);
    const prompts = new Set(result.tasks.map(({ prompt }) => prompt));
    expect(other.tasks.some(({ prompt }) => !prompts.has(prompt))).toBe(true);
    expect(other.dataset.trajectories).not.toBe(result.dataset.trajectories);
    const [first, second] = other.trajectories;
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(other.improved).toBe(false);
    expect(other.comparison.test).toMatchObject({ better: 0, worse: 0, pValue: 1 });
    expect(other.skills.map(({ adjustedPValue }) => adjustedPValue)).toEqual([null, null, null]);
  });

  it('keeps no script that is not better, or not even one', async () => {
    const [broken, useless] = ['def transform(value)\n', 'def transform(value):\n    return None\n'];
    const { improved, skills, rounds } = await play(SEED, offering(broken, useless), smallest);
    expect(skills.map(({ training, kept }) => [training?.result.script, kept])).toEqual([
      [broken, false],
      [useless, false],
      [useless, false],
    ]);
    expect(improved).toBe(false);
    expect(rounds[1].codeOk.rate).toBeLessThan(1);
    expect(rounds[1].verified.rate).toBe(1);
  });

  it('writes a dataset that reads back, the scripts, and a report', async () => {
    const out = join(folder, 'a', 'b');
    const files = await writeDemo(out, result);
    expect((await readdir(out, { recursive: true })).sort()).toEqual([
      'openai.jsonl',
      'report.html',
      'skills',
      'skills/archive_label.py',
      'skills/ledger_name.py',
      'skills/route_tag.py',
      'tasks.jsonl',
      'trajectories.jsonl',
    ]);
    const { trajectories, skipped } = await decodeTrajectories(await readFile(files.dataset, 'utf8'));
    expect(skipped).toEqual([]);
    expect(trajectories).toHaveLength(result.dataset.trajectoryCount);
    expect(new Set(trajectories.map(({ id }) => id)).size).toBe(trajectories.length);
    for (const { skill, training, kept, firstGuess } of result.skills) {
      const written = await readFile(files.scripts[skill.name] ?? '', 'utf8');
      expect(written.split('\n').slice(1).join('\n')).toBe(kept ? training?.result.script : firstGuess);
    }
    expect((await readFile(files.openai, 'utf8')).trim().split('\n')).toHaveLength(
      result.dataset.openaiCount,
    );
    const unseen = trajectories.filter(({ task }) => task.metadata.split === 'unseen');
    expect(unseen.some(({ outcome }) => outcome?.verdict === 'pass')).toBe(true);
    const taught = await readFile(files.openai, 'utf8');
    expect(unseen.filter(({ task }) => taught.includes(JSON.stringify(task.prompt)))).toEqual([]);
    const links = [...(await readFile(files.report, 'utf8')).matchAll(/href="([^"]*)"/g)];
    expect(links).toHaveLength(6);
    for (const [, link = ''] of links) await access(join(out, link));
  });

  it('stops between two items', async () => {
    const controller = new AbortController();
    const stopped = runDemo({
      seed: 0,
      sandbox,
      optimizer: offering(null),
      now: () => 0,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
  });
});
