import { describe, expect, it } from 'vitest';
import { openShop, policyOf, shopTask } from '../../environments/episodes/shop.fixture.js';
import { type Policy, playEpisode } from '../../environments/index.js';
import { createTrajectory, openAIPreferences, type Trajectory, trlPreferences } from '../../records/index.js';
import type { Evaluation } from '../evaluator/evaluation.js';
import { scoreOutcome } from '../scoring/score-outcome.js';
import { branchPair } from './branch-pair.js';
import { buildPreferencePairs } from './build-preference-pairs.js';
import { pairTrajectories } from './pair-trajectories.js';

const environment = await openShop();
const task = shopTask({ value: 3, comparison: 'number' });

/** A run that looks, reads with `sql`, and answers with what it read or with `answer`. */
function reading(sql: string, answer?: number): Policy {
  return policyOf(async (actor) => {
    await actor.call('sql_query', { sql: 'SELECT name FROM fruit' });
    const { data } = await actor.call('sql_query', { sql });
    actor.answer(answer ?? (data as { rows: number[][] }).rows[0]?.[0] ?? null);
  });
}

const RIGHT = reading('SELECT count(*) FROM fruit');
const WRONG = reading('SELECT count(*) + 5 FROM fruit');

async function played(policy: Policy, id = task.id): Promise<Trajectory> {
  const { trajectory, ...states } = await playEpisode({
    environment,
    policy,
    task: { ...task, id },
    seed: 0,
  });
  return { ...trajectory, outcome: scoreOutcome(trajectory, states) };
}

const [right, wrong] = [await played(RIGHT), await played(WRONG)];

function scored(overalls: Readonly<Record<string, number>>): readonly Evaluation[] {
  return Object.entries(overalls).map(
    ([trajectoryId, overall]) =>
      ({ trajectoryId, overall, verdict: 'pass', judge: 'test', explanation: '' }) as Evaluation,
  );
}

describe('pairTrajectories', () => {
  it('pairs what passed with what failed, whatever a judge says', () => {
    const evaluations = scored({ [wrong.id]: 1, [right.id]: 0.1 });
    const { pairs, unpaired } = pairTrajectories([wrong, right, wrong], { evaluations });
    expect(pairs).toEqual([{ taskId: task.id, chosen: right, rejected: wrong, by: 'outcome', margin: 1 }]);
    expect(unpaired).toEqual([]);
  });

  it('pairs runs of one task alone, in one beginning of one world', async () => {
    const other = await played(WRONG, 'another task');
    const elsewhere = createTrajectory({ ...wrong, initialStateDigest: '0' });
    expect(pairTrajectories([right, other, { ...elsewhere, outcome: wrong.outcome }]).pairs).toEqual([]);
  });

  it('uses scores where outcomes are alike, and never a tie', async () => {
    const also = await played(reading('SELECT count(name) FROM fruit'));
    expect(pairTrajectories([right, also]).unpaired).toEqual([
      { taskId: task.id, reason: 'its outcomes are alike, and there are no scores' },
    ]);
    const apart = scored({ [right.id]: 0.9, [also.id]: 0.5 });
    expect(pairTrajectories([also, right], { evaluations: apart }).pairs).toMatchObject([
      { chosen: { id: right.id }, by: 'score', margin: expect.closeTo(0.4, 12) },
    ]);
    expect(pairTrajectories([also, right], { evaluations: apart, minMargin: 0.5 }).pairs).toEqual([]);
    const alike = scored({ [right.id]: 0.9, [also.id]: 0.9 });
    expect(pairTrajectories([also, right], { evaluations: alike }).unpaired).toMatchObject([
      { reason: 'its runs are scored alike' },
    ]);
  });

  it('drops what differs only in style', () => {
    const wordy = createTrajectory({
      ...right,
      steps: [{ type: 'thought', content: 'Let me carefully look at that first!' }, ...right.steps],
    });
    const evaluations = scored({ [wordy.id]: 0.9, [right.id]: 0.4 });
    expect(
      pairTrajectories([right, { ...wordy, outcome: right.outcome }], { evaluations }).unpaired,
    ).toMatchObject([{ reason: 'its runs differ only in style' }]);
  });

  it('takes no record that is refuted or that a machine broke off', () => {
    const refuted = {
      ...wrong,
      verification: { verdict: 'fail' as const, reason: '', replayedCalls: 0, mismatches: [], checks: [] },
    };
    const broken: Trajectory = { ...wrong, stopReason: 'world_error' };
    for (const bad of [refuted, broken]) {
      expect(pairTrajectories([right, bad]).unpaired).toMatchObject([
        { reason: 'fewer than two runs can be trusted' },
      ]);
    }
    expect(pairTrajectories([right]).unpaired).toMatchObject([{ reason: 'it has one run' }]);
  });

  it('gives several pairs of a task where asked, each run once', async () => {
    const [right2, wrong2] = [
      await played(reading('SELECT count(1) FROM fruit')),
      await played(reading('SELECT count(*) + 9 FROM fruit')),
    ];
    const { pairs } = pairTrajectories([right, wrong, right2, wrong2], { perTask: 5 });
    expect(new Set(pairs.flatMap(({ chosen, rejected }) => [chosen.id, rejected.id])).size).toBe(4);
  });
});

describe('buildPreferencePairs', () => {
  it('plays every query k times and pairs the tries', async () => {
    const asked: string[] = [];
    const generator = {
      generate: async (query: string, { index }: { readonly index: number }) => {
        asked.push(`${query} ${index}`);
        return index % 2 === 0 ? right : wrong;
      },
    };
    const { pairs } = await buildPreferencePairs({ generator, queries: ['a', 'b'], k: 2, concurrency: 1 });
    expect(asked).toEqual(['a 0', 'a 1', 'b 0', 'b 1']);
    expect(pairs).toHaveLength(1);
    await expect(buildPreferencePairs({ generator, queries: ['a'], k: 1 })).rejects.toThrow('k must be');
  });
});

describe('branchPair', () => {
  it('pairs the step that lost with what the reference does in the same state', async () => {
    const pair = await branchPair(wrong, { environment, reference: RIGHT });
    if ('reason' in pair) throw new Error(pair.reason);
    expect(pair).toMatchObject({ by: 'branch', blamed: { step: 2, kind: 'wrong_call' } });
    expect(pair.chosen.steps.slice(0, 2)).toEqual(wrong.steps.slice(0, 2));
    expect(pair.chosen.outcome?.verdict).toBe('pass');
    const [line = ''] = trlPreferences.encode([pair]).text.split('\n');
    const { prompt, chosen, rejected } = JSON.parse(line);
    expect(prompt.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'tool']);
    const sqlOf = (messages: readonly { tool_calls: { function: { arguments: { sql: string } } }[] }[]) =>
      messages.map(({ tool_calls: [call] }) => call?.function.arguments.sql);
    expect([sqlOf(chosen), sqlOf(rejected)]).toEqual([
      ['SELECT count(*) FROM fruit'],
      ['SELECT count(*) + 5 FROM fruit'],
    ]);
  });

  it('says why there is no pair', async () => {
    expect(await branchPair(right, { environment, reference: RIGHT })).toEqual({
      reason: expect.stringContaining('there is no failure to attribute'),
    });
    expect(await branchPair(wrong, { environment, reference: WRONG })).toEqual({
      reason: expect.stringContaining('does not solve the task itself'),
    });
  });
});

describe('the formats of pairs', () => {
  const { pairs } = pairTrajectories([right, wrong]);

  it('hold one reply each, and nothing that the world wrote, unless all is asked for', () => {
    for (const [format, [chosen, rejected]] of [
      [trlPreferences, ['chosen', 'rejected']],
      [openAIPreferences, ['preferred_output', 'non_preferred_output']],
    ] as const) {
      const roles = (completion: 'turn' | 'rest', name: string): readonly string[] => {
        const record = JSON.parse(format.encode(pairs, { completion }).text);
        return record[name].map(({ role }: { role: string }) => role);
      };
      expect([roles('turn', chosen), roles('turn', rejected)]).toEqual([['assistant'], ['assistant']]);
      expect(roles('rest', chosen)).toEqual(['assistant', 'tool', 'assistant']);
      const tools = JSON.parse(format.encode(pairs).text);
      expect((tools.tools ?? tools.input.tools).map((tool: { type: string }) => tool.type)).toContain(
        'function',
      );
    }
  });

  it('write arguments as each reader wants them', () => {
    const openai = JSON.parse(openAIPreferences.encode(pairs).text);
    expect(typeof openai.preferred_output[0].tool_calls[0].function.arguments).toBe('string');
    expect(openai.input.messages.at(-1).role).toBe('tool');
    const trl = JSON.parse(trlPreferences.encode(pairs).text);
    expect(typeof trl.chosen[0].tool_calls[0].function.arguments).toBe('object');
  });

  it('say which pairs they can’t hold', () => {
    const spoken = createTrajectory({
      ...wrong,
      steps: [{ type: 'thought', content: 'First I look.' }, ...wrong.steps],
    });
    const { skipped, records } = trlPreferences.encode([
      { ...(pairs[0] as (typeof pairs)[0]), rejected: spoken },
    ]);
    expect([records, skipped]).toEqual([
      0,
      [{ id: right.id, reason: 'the first difference is one of words alone' }],
    ]);
  });
});
