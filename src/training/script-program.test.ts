import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { openScriptProgram, type ScriptProgram, scriptReward } from './script-program.js';

const { describe, it } = await needs('sandbox');

const KEY = 'script/state_transform';
const double = 'def transform(value):\n    return value * 2\n';

describe('a program that is one script', () => {
  let sandbox: Sandbox;
  let program: ScriptProgram;
  beforeAll(async () => {
    sandbox = await createSandbox();
    program = await openScriptProgram({ script: double, description: 'Doubles.', sandbox });
  });
  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await sandbox.close();
  });

  it('runs the current script, or that of a candidate, side by side', async () => {
    const candidate = { [KEY]: { python_script: 'def transform(value):\n    return [value]\n' } };
    const [one, two] = await Promise.all([
      program.run([{ value: 21 }]),
      program.run([{ value: 21 }], { values: candidate }),
    ]);
    expect([one?.outputs, two?.outputs]).toEqual([[{ value: 42 }], [{ value: [21] }]]);
    expect(one).toMatchObject({ error: null, calls: [{ variables: [KEY], outputs: { value: 42 } }] });
    expect(program.script).toBe(double);
  });

  it('says in the run what the script did wrong', async () => {
    const run = await program.run([{ value: null }]);
    expect(run.outputs).toEqual([null]);
    expect(run.error).toContain('TypeError');
    expect(run.calls[0]?.error).toBe(run.error);
  });

  it.each([
    [{ python_script: 'def transform(value:' }, 'The script is not valid Python'],
    [{ python_script: 'def other(value):\n    return 1\n' }, 'does not define transform'],
    [{ script: double }, 'A value is'],
    ['text', 'A value is'],
  ])('refuses what is no such script: %j', async (value, message) => {
    const [variable] = program.variables;
    expect(await variable?.validate(value)).toContain(message);
    await expect(program.assign({ [KEY]: value as never })).rejects.toThrow(message);
    expect(program.script).toBe(double);
  });

  it('takes another script for good', async () => {
    const script = 'def transform(value):\n    return value + 1\n';
    await program.assign({ [KEY]: { python_script: script } });
    expect(program.script).toBe(script);
    expect((await program.run([{ value: 1 }])).outputs).toEqual([{ value: 2 }]);
    await program.assign({ [KEY]: { python_script: double } });
  });
});

it('gives nothing near the reward of what is right, and more to what is nearer', async () => {
  const context = { exampleId: 'e', inputs: [], output: 'value' };
  const judge = async (value: number) => scriptReward.score({ value: 100 }, { value }, context);
  expect(scriptReward.range).toEqual([0, 1]);
  const rewardOf = async (value: number) => {
    const result = await judge(value);
    return typeof result === 'number' ? result : result.reward;
  };
  expect(await judge(100)).toBe(1);
  expect(await rewardOf(99)).toBeLessThan(0.5);
  expect(await rewardOf(99)).toBeGreaterThan(await rewardOf(1));
});
