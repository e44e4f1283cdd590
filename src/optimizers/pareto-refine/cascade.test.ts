import { describe, expect, it } from 'vitest';
import type { OptimizerContext, TrainingOutcome } from '../../training/index.js';
import { NO_USAGE } from '../../training/internal.js';
import { type Candidate, makeCandidate } from '../candidates/candidate.js';
import { testExamples } from '../training-context.fixture.js';
import { Archive, type Member } from './archive.js';
import { judgeInStages } from './cascade.js';

const COUNT = 8;
const examples = testExamples(Array.from({ length: COUNT }, (_, n) => [{ n }, { n }]));

/** A failure is a reward below 0. */
const outcomesOf = (rewards: readonly number[], candidate: string): TrainingOutcome[] =>
  rewards.map((reward, place) => ({
    candidate,
    exampleId: examples[place]?.id ?? '',
    reward: Math.max(0, reward),
    feedback: null,
    outputs: [{ did: `${candidate} ${reward}` }],
    outputHash: 'hash',
    calls: [],
    error: reward < 0 ? 'ValueError' : null,
    usage: { inference: NO_USAGE, reward: NO_USAGE },
  }));
const candidateOf = (script: string): Candidate =>
  makeCandidate({ values: { v: { python_script: script } }, parents: [], operator: 'refine', idea: script });

/** Judges a proposal with the rewards it would have; `ran` are the places it was run on, in their order. */
async function judge(
  proposal: readonly number[],
  {
    parent,
    others = [],
    script = 'a proposal',
    chunk = 2,
    gated = true,
    evidence = [0, 1],
  }: {
    readonly parent: readonly number[];
    readonly others?: readonly (readonly number[])[];
    readonly script?: string;
    readonly chunk?: number;
    readonly gated?: boolean;
    readonly evidence?: readonly number[];
  },
) {
  const archive = new Archive();
  archive.add(candidateOf('the parent'), outcomesOf(parent, 'parent'));
  for (const [index, rewards] of others.entries())
    archive.add(candidateOf(`other ${index}`), outcomesOf(rewards, `other ${index}`));
  const ran: number[] = [];
  const known = outcomesOf(proposal, script);
  const context = {
    evaluate: async (_values, asked) => {
      const places = asked.map((example) => examples.indexOf(example));
      ran.push(...places);
      return places.map((place) => known[place] as TrainingOutcome);
    },
  } as Partial<OptimizerContext> as OptimizerContext;
  const [first] = archive.members;
  const result = await judgeInStages(candidateOf(script), {
    context,
    archive,
    examples,
    parent: first as Member,
    evidence,
    target: 1,
    gated,
    chunk,
  });
  return { result, ran };
}

const half = [0, 0, 0, 0, 1, 1, 1, 1];

describe('judgeInStages', () => {
  it('runs what gains on all examples, each once, and keeps their order', async () => {
    const { result, ran } = await judge([1, 0, 1, 1, 1, 1, 1, 1], { parent: half });
    expect([...ran].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(result.ok && result.outcomes.map(({ reward }) => reward)).toEqual([1, 0, 1, 1, 1, 1, 1, 1]);
  });

  it('stops after one example on which it fails and its parent does not', async () => {
    const { result, ran } = await judge([-1, 1, 1, 1, 1, 1, 1, 1], { parent: [1, ...half.slice(1)] });
    expect(ran).toEqual([0]);
    expect(result).toEqual({ ok: false, reason: 'it fails where its parent does not: ValueError' });
  });

  it.each([
    ['no better', [0, 0, 1, 1, 1, 1, 1, 1], 'no better on the examples shown'],
    ['worse', [0.5, 0, 1, 1, 1, 1, 1, 1], 'worse on the examples shown by 0.5'],
  ])('stops after the examples shown where it is %s on them', async (_name, proposal, reason) => {
    const others = [[1, 1, 0, 0, 0, 0, 0, 0]];
    const parent = reason.startsWith('worse') ? [1, ...half.slice(1)] : half;
    const { result, ran } = await judge(proposal, { parent, others });
    expect(ran).toEqual([0, 1]);
    expect(result).toEqual({ ok: false, reason });
  });

  it.each([
    ['it is the best on one of them', [0, 0.6, 0, 0, 1, 1, 1, 1], 'a proposal', [0.7, 0, 0, 0, 1, 1, 1, 1]],
    ['it is as good and shorter', half, 'short', half],
  ])('goes on although the examples shown gain nothing where %s', async (_name, proposal, script, parent) => {
    const { result, ran } = await judge(proposal, { parent, script });
    expect(ran).toHaveLength(COUNT);
    expect(result.ok).toBe(true);
  });

  it('runs those that candidates disagree on first', async () => {
    const others = [[0, 0, 0, 0, 1, 1, 0, 1]];
    const { ran } = await judge([1, 1, 1, 1, 1, 1, 1, 1], { parent: half, others });
    expect(ran.slice(2)).toEqual([6, 2, 3, 4, 5, 7]);
  });

  it('stops once it can no longer become as good as its parent', async () => {
    const others = [[1, 1, 0, 0, 0, 0, 0, 0]];
    const { result, ran } = await judge([1, 0, 0, 0, 0, 0, 0, 0], { parent: half, others });
    expect(ran).toHaveLength(6);
    expect(result).toEqual({ ok: false, reason: 'better on the examples shown, but worse on others' });
  });

  it('goes on where it is the best on an example, however bad it is elsewhere', async () => {
    const { result, ran } = await judge([1, 0, 0, 0, 0, 0, 0, 0], { parent: half });
    expect(ran).toHaveLength(COUNT);
    expect(result.ok).toBe(true);
  });

  it('drops what turns out worse on all', async () => {
    const others = [[1, 1, 0, 0, 0, 0, 0, 0]];
    const { result, ran } = await judge([1, 0, 0, 0, 0, 0, 0, 0], { parent: half, others, chunk: COUNT });
    expect(ran).toHaveLength(COUNT);
    expect(result).toEqual({ ok: false, reason: 'better on the examples shown, but 0.125 on all' });
  });

  it('runs a proposal without a gate on all, whatever it does', async () => {
    const { result, ran } = await judge([-1, 0, 0, 0, 0, 0, 0, 0], { parent: half, gated: false });
    expect(ran).toHaveLength(COUNT);
    expect(result.ok).toBe(true);
  });
});
