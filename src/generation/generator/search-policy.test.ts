import { expect, it } from 'vitest';
import { createPythonEnvironment, recordTrajectory } from '../../environments/index.js';
import { verifyTrajectory } from '../../evaluation/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { createPythonTaskGenerator } from '../tasks/code/create-python-task-generator.js';
import { oraclePolicy } from './offline-policy.js';
import { searchPolicy } from './search-policy.js';
import { AgentTrajectoryGenerator } from './trajectory-generator.js';
import { readTransformation, transformationTask } from './transformation-task.js';

const noEngine = await createSandbox().then(
  (sandbox) => sandbox.close().then(() => ''),
  (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
);
const words = ['red fox', 'blue owl', 'grey wolf', 'wild "cat"', 'old \\ bear', 'small deer'];
const examples = words.map((input) => ({ input, output: input.toUpperCase() }));

unless(noEngine).it('finds a script, runs it in the world and answers with what came back', async () => {
  await using environment = await createPythonEnvironment();
  await using generator = new AgentTrajectoryGenerator({ environment, useMock: true });
  const task = transformationTask({
    examples,
    input: 'lazy "dog" \\n ``` 🐕',
    output: 'LAZY "DOG" \\N ``` 🐕',
  });
  const trajectory = await generator.generate(task, { mode: 'code_execution' });
  expect(trajectory.steps.map(({ type }) => type)).toEqual([
    'plan',
    'code_execution',
    'observation',
    'final_answer',
  ]);
  expect(trajectory).toMatchObject({ policy: { name: 'search' }, outcome: { verdict: 'pass' } });
  expect((await verifyTrajectory(trajectory, environment)).verdict).toBe('pass');

  const noise = words.map((input, index) => ({
    input,
    output: ['x7', 'q', 'Zz', '', '4', 'ümlaut'][index] ?? '',
  }));
  const given = await recordTrajectory({
    environment,
    policy: searchPolicy({ maxEvaluations: 2_000 }),
    task: transformationTask({ examples: noise, input: 'a' }),
    seed: 0,
  });
  expect(given.steps.map(({ type }) => type)).toEqual(['plan', 'thought']);
  expect(given.stopReason).toBe('no_answer');
});

it('reads the transformation of a prompt, and nothing else', () => {
  const task = transformationTask({ examples, input: { a: [1] } });
  expect(readTransformation(task.prompt)).toEqual({ examples, input: { a: [1] } });
  for (const prompt of [
    '',
    '```json\n{\n```',
    '```json\n[1]\n```',
    '```json\n{"examples":[{"input":1,"output":2}],"input":3}\n```',
  ])
    expect(readTransformation(prompt)).toBeNull();
  expect(() => transformationTask({ examples: examples.slice(1, 2), input: 'a' })).toThrow(
    'examples must be an array of at least 2',
  );
});

unless(noEngine).it('judges code that an episode leaves by its hidden tests', async () => {
  await using environment = await createPythonEnvironment();
  const tasks = createPythonTaskGenerator({ environment });
  await using generator = new AgentTrajectoryGenerator({ useMock: true, offlinePolicies: [oraclePolicy()] });
  const trajectory = await generator.generate(await tasks.generate({ seed: 0, index: 0 }), {
    mode: 'code_execution',
  });
  expect(trajectory).toMatchObject({ policy: { name: 'oracle' }, outcome: { verdict: 'pass' } });
});
