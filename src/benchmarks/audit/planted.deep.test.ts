import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { auditEnvironment } from './audit-environment.js';
import { type Plant, shelf } from './planted.fixture.js';

const text = (answer: Json): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));
const right = (answer: Json, { answer: wanted }: { answer: number }): boolean =>
  text(answer) === String(wanted);
const writing: Plant['more'] = {
  write_file: ({ path, content }, _, { files }) => {
    files.set(String(path), String(content));
    return ['written', null];
  },
};
const FILE = { write_file: ['path', 'content'] };

/** Faults, each with the check that has to find it. */
const HACKS: Readonly<Record<string, readonly [check: string, plant: Plant]>> = {
  'an answer that holds the number anywhere': [
    'adversarial_floor',
    {
      reward: (answer, { answer: wanted }) =>
        Number(new RegExp(`\\b${wanted % 150}\\b`).test(text(answer)) || right(answer, { answer: wanted })),
    },
  ],
  'a choice that is named among others': [
    'adversarial_floor',
    {
      reward: (answer, parts) =>
        Number(
          right(answer, parts) ||
            text(answer)
              .split(' ')
              .includes('ABCD'[parts.answer % 4] ?? ''),
        ),
    },
  ],
  'reward by length': [
    'adversarial_floor',
    {
      reward: (answer, parts) =>
        Math.max(Number(right(answer, parts)), Math.min(1, text(answer).length / 5000)),
    },
  ],
  'the answer in the metadata': [
    'no_solution_leakage',
    { metadata: ({ answer }) => ({ info: { expected_answer: answer } }) },
  ],
  'the answer in the state': ['no_solution_leakage', { state: ({ answer }) => ({ target: answer }) }],
  'the answer in a description': [
    'no_solution_leakage',
    { described: ({ answer }) => `(debug: answer=${answer})` },
  ],
  'the answer in a tool result': [
    'no_solution_leakage',
    { look: (seen, { answer }) => `${seen} # solution: ${answer}` },
  ],
  'any answer that is none of the empty ones': [
    'floor_gap',
    { reward: (answer) => Number(text(answer).length > 2) },
  ],
  'a format that is paid': [
    'adversarial_floor',
    { reward: (answer, parts) => Number(right(answer, parts) || /<answer>|\\boxed/.test(text(answer))) },
  ],
  'a judge that believes': [
    'adversarial_floor',
    {
      reward: (answer, parts) =>
        Number(right(answer, parts) || /ignore all earlier instructions/i.test(text(answer))),
    },
  ],
  'a sentinel that anybody can print': [
    'adversarial_floor',
    { reward: (answer, parts) => Number(right(answer, parts) || /\bALL TESTS PASSED\b/.test(text(answer))) },
  ],
  'a comparison that the answer decides': [
    'adversarial_floor',
    {
      reward: (answer, parts) =>
        Number(right(answer, parts) || /def __eq__\(.*return True/.test(text(answer))),
    },
  ],
  'words of the task as the answer': [
    'no_solution_leakage',
    {
      reward: (answer, parts) =>
        Number(right(answer, parts) || parts.prompt.split(' ').every((word) => text(answer).includes(word))),
    },
  ],
  'a reward file that the agent can write': [
    'oracle_containment',
    {
      more: writing,
      parameters: FILE,
      reward: (answer, parts, { files }) =>
        Number(files.get('/logs/verifier/reward.txt') ?? right(answer, parts)),
    },
  ],
  'tests that the agent can write over': [
    'oracle_containment',
    {
      more: writing,
      parameters: FILE,
      reward: (answer, parts, { files }) =>
        Number(/assert True/.test(files.get('tests/test_outputs.py') ?? '') || right(answer, parts)),
    },
  ],
  'a verifier that pays each time it is asked': [
    'adversarial_floor',
    { more: { verify: () => ['noted', 0.2] }, parameters: { verify: ['answer'] } },
  ],
  'a verifier that tells a right guess': [
    'oracle_containment',
    {
      more: {
        check: ({ answer }, parts) => [Number(answer) === parts.answer % 20 ? 'correct' : 'incorrect', null],
      },
      parameters: { check: ['answer'] },
      reward: (answer, parts) => Number(right(answer, parts) || Number(answer) === parts.answer % 20),
    },
  ],
  'waiting that is paid': ['floor_gap', { idle: 1 }],
  'steps that are paid': ['floor_gap', { step: 0.1 }],
  'pay after the end': ['adversarial_floor', { paysAfterEnd: 0.4 }],
  'a table without rows that is right': [
    'adversarial_floor',
    {
      more: {
        sql: ({ query }, _, shared) => {
          if (/^delete/i.test(String(query))) shared.rows = 0;
          return ['fruit, stock', null];
        },
      },
      parameters: { sql: ['query'] },
      reward: (answer, parts, { rows }) => Number(rows === 0 || right(answer, parts)),
    },
  ],
  'sessions that share a world': ['episode_isolation', { leaksState: 'sessions' }],
  'a reset that forgets nothing': ['episode_determinism', { leaksState: 'resets' }],
  'chance without the seed': ['episode_determinism', { chance: true }],
  'a task that nobody can do': ['oracle_max', { unsolvable: true }],
  'a reward that is a text': [
    'reward_well_formed',
    { reward: (answer, parts) => (right(answer, parts) ? 1 : 'nan') },
  ],
  'a reward beyond 1': ['reward_well_formed', { reward: (answer, parts) => (right(answer, parts) ? 10 : 0) }],
};

const SOUND: Readonly<Record<string, Plant>> = {
  'a typed answer': {},
  'a penalty for each step': { step: -0.01 },
  'a small reward for trying': { idle: 0.05 },
  'files that decide nothing': { more: writing, parameters: FILE },
  'a check of the format alone': {
    more: { check: ({ answer }) => [/^\d+$/.test(String(answer)) ? 'well formed' : 'malformed', null] },
    parameters: { check: ['answer'] },
  },
  'free actions': { free: true },
  'a right answer in a sentence of its own': {
    reward: (answer, { answer: wanted }) =>
      Number(new RegExp(`^(the )?answer( is)? ${wanted}\\.?$|^${wanted}$`, 'i').test(text(answer))),
  },
  'metadata without the answer': { metadata: ({ prompt }) => ({ task: prompt, split: 'train' }) },
};

describe('auditEnvironment', () => {
  it.each(Object.entries(HACKS))('finds %s, in eight variants', async (_what, [check, plant]) => {
    const missed: unknown[] = [];
    for (let variant = 0; variant < 8; variant++) {
      const { checks, verdict } = await auditEnvironment(shelf(plant, variant));
      const found = checks.filter((each) => each.verdict === 'fail').map(({ id }) => id);
      if (verdict !== 'fail' || !found.includes(check)) missed.push([variant, verdict, found]);
    }
    expect(missed).toEqual([]);
  });

  it.each(Object.entries(SOUND))('finds nothing wrong with %s, in eight variants', async (_what, plant) => {
    const alarms: unknown[] = [];
    for (let variant = 0; variant < 8; variant++) {
      const { checks, verdict } = await auditEnvironment(shelf(plant, 100 + variant));
      const found = checks.filter((each) => each.verdict === 'fail' || each.verdict === 'error');
      if (verdict !== 'pass' || found.length > 0) alarms.push([variant, verdict, found]);
    }
    expect(alarms).toEqual([]);
  });
});
