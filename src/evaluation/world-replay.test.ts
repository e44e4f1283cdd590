import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import {
  createFileEnvironment,
  createMcpEnvironment,
  createPythonEnvironment,
  type Environment,
  recordTrajectory,
} from '../environments/index.js';
import { type NotesAddress, serveNotes } from '../environments/mcp/notes-servers.fixture.js';
import { sharedEngine } from '../sandbox/index.js';
import { unless } from '../testing/unless.fixture.js';
import { verifyTrajectory } from './verify-trajectory.js';

let notes: NotesAddress;
beforeAll(async () => {
  notes = await serveNotes();
});
afterAll(() => notes.close());

const { available, reason } = await sharedEngine('monty').probe();
const skipped = available ? '' : reason;
const random = 'import random\nprint(random.random())';

type Calls = readonly (readonly [tool: string, values: JsonObject])[];
const worlds: readonly [name: string, make: () => Promise<Environment>, calls: Calls, needs: string][] = [
  [
    'files',
    () => createFileEnvironment({ files: { 'a.txt': 'one\n' } }),
    [
      ['edit_file', { path: 'a.txt', old: 'one', new: 'two' }],
      ['read_file', { path: 'none' }],
    ],
    '',
  ],
  [
    'files with Python',
    () => createFileEnvironment({ files: { 'a.txt': '1' }, python: { engine: 'monty' } }),
    [
      ['run_python_code', { code: `${random}\nwith open('a.txt', 'w') as f: f.write('2')` }],
      ['read_file', { path: 'a.txt' }],
      ['run_python_code', { code: '1 / 0' }],
    ],
    skipped,
  ],
  [
    'Python',
    () => createPythonEnvironment({ engine: 'monty' }),
    [
      ['python', { code: random }],
      ['python', { code: 'x = 2' }],
      ['python', { code: 'print(x)' }],
    ],
    skipped,
  ],
  [
    'an MCP server',
    () => createMcpEnvironment({ server: { url: notes.url }, reset: { tool: 'clear' }, deterministic: true }),
    [
      ['add_note', { text: 'one' }],
      ['fail', { yes: true }],
      ['read_notes', {}],
    ],
    '',
  ],
];

function record(environment: Environment, calls: Calls, seed = 3) {
  return recordTrajectory({
    environment,
    task: {
      id: 'calls',
      category: 'calls',
      prompt: 'Call them.',
      expected: { answer: null, stateDigest: null },
      metadata: {},
    },
    policy: {
      name: 'fixed calls',
      version: '1',
      play: async (_brief, actor) => {
        for (const [tool, values] of calls) await actor.call(tool, values);
        actor.answer('done');
      },
    },
    seed,
  });
}

describe.each(worlds)('a record of a world of %s', (_name, make, calls, needs) => {
  unless(needs).it('is proved by replay, and not when an answer was changed', async () => {
    await using environment = await make();
    const trajectory = await record(environment, calls);
    expect(await verifyTrajectory(trajectory, environment)).toMatchObject({
      verdict: 'pass',
      replayedCalls: calls.length,
    });
    const forged = trajectory.steps.map((step) =>
      step.type === 'observation' && step.status === 'ok' ? { ...step, content: 'forged' } : step,
    );
    const verdict = await verifyTrajectory({ ...trajectory, steps: forged }, environment);
    expect(verdict.verdict).toBe('fail');
  });
});

unless(skipped).it('a world with the clock of the machine is not checked', async () => {
  await using environment = await createPythonEnvironment({ engine: 'monty', deterministic: false });
  const trajectory = await record(environment, [['python', { code: random }]]);
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('not_checked');
});

it('what an environment declares volatile is not compared, and everything else is', async () => {
  const open = (volatile: Readonly<Record<string, readonly string[]>>) =>
    createMcpEnvironment({
      server: { url: notes.url },
      reset: { tool: 'clear' },
      deterministic: true,
      volatile,
    });
  const verdictOf = async (environment: Environment) =>
    (await verifyTrajectory(await record(environment, [['clock', {}]]), environment)).verdict;
  expect(await verdictOf(await open({ clock: ['content', 'data/time'] }))).toBe('pass');
  expect(await verdictOf(await open({ clock: ['content', 'data/zone'] }))).toBe('fail');
});
