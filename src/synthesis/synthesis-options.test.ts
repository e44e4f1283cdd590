import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/index.js';
import { Input, Program } from '../programs/index.js';
import { type RunResult, sharedEngine } from '../sandbox/index.js';
import { tool } from '../tools/index.js';
import { echoSandbox } from './echo-sandbox.fixture.js';
import { executeScript } from './execute-script.js';
import { PythonSynthesis } from './python-synthesis.js';
import type { PythonSynthesisParts } from './python-synthesis-options.js';

const OBJECT: JsonObject = { type: 'object' };
const OPTIONS = { schema: OBJECT, pythonScript: 'result = {"b": 1}', defaultReturnValue: { b: -1 } };
const named = (name: string, isAsync = false) =>
  tool({ name, description: '', execute: isAsync ? async () => 1 : () => 1 });

describe('PythonSynthesis refuses when it is made', () => {
  it.each<[string, object, RegExp]>([
    ['options that it does not have', { seed_scripts: [] }, /no option seed_scripts; it has .*seedScripts/],
    ['seeds that are no list', { seedScripts: 'x = 1' }, /seedScripts is a list/],
    ['tools that are no list', { tools: {} }, /tools is a list/],
    ['a timeout that no engine keeps', { timeout: 601 }, /timeout .* up to 600; got 601/],
    ['a timeout without end', { timeout: Number.POSITIVE_INFINITY }, /timeout/],
    ['a timeout that is no number', { timeout: Number.NaN }, /timeout/],
    ['a timeout below 0', { timeout: -1 }, /timeout/],
    ['a timeout as text', { timeout: '5' }, /timeout is a number .*; got "5"/],
    [
      'a returnPythonScript that is neither',
      { returnPythonScript: 'no' },
      /returnPythonScript is true or false; got "no"/,
    ],
    ['a trainable that is neither', { trainable: 1 }, /trainable is true or false; got 1/],
    ['a sandbox that is none', { sandbox: 'monty' }, /sandbox is made with createSandbox/],
    ['a default with NaN', { defaultReturnValue: { b: Number.NaN } }, /holds the number NaN.*not JSON/],
    ['a default with a bigint', { defaultReturnValue: { b: 1n } }, /not JSON/],
    ['a default with a date', { defaultReturnValue: { b: new Date(0) } }, /Date object.*not JSON/],
    ['an entry point that scripts use', { entryPoint: 'inputs' }, /entryPoint/],
    ['an entry point that is no text', { entryPoint: true }, /entryPoint/],
    ['chance that is neither', { deterministic: 'yes' }, /deterministic/],
    [
      'a function for a tool',
      { tools: [named('look'), async () => 1] },
      /tools\[1\] is no tool; make it with/,
    ],
    ['null for a tool', { tools: [null] }, /tools\[0\] is no tool/],
    ['a tool with a name of Python', { tools: [named('__name__')] }, /__name__/],
    ['a tool with a name of ours', { tools: [named('_mettle_call_x')] }, /_mettle_call_x/],
  ])('%s', (_name, wrong, message) => {
    const made = () => new PythonSynthesis({ ...OPTIONS, ...wrong });
    expect(made).toThrowError(message);
    expect(made).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
  });

  it('two tools of one name', () => {
    const tools = [named('look'), named('look', true)];
    expect(() => new PythonSynthesis({ ...OPTIONS, tools })).toThrowError(
      expect.objectContaining({ code: 'tools/duplicate_name' }),
    );
  });

  it('a name that is no text', () => {
    expect(() => new PythonSynthesis({ ...OPTIONS, name: 5 as never })).toThrowError(
      /name number .* is no text/,
    );
  });

  it.each([{ memory: 1 }, { memoryMegabytes: Number.NaN }, { timeoutSeconds: 0 }])(
    'the limits %j',
    (limits) => {
      expect(() => new PythonSynthesis({ ...OPTIONS, limits })).toThrowError(
        expect.objectContaining({ code: 'core/invalid_option' }),
      );
    },
  );
});

describe('executeScript', () => {
  it.each<[string, unknown, object]>([
    ['a script that is no text', undefined, {}],
    ['a script that is null', null, {}],
    ['an entry point with more than a name', 'x = 1', { entryPoint: 'solve; import os' }],
    ['an entry point without a name', 'x = 1', { entryPoint: '' }],
    ['options that it does not have', 'x = 1', { entrypoint: 'solve' }],
  ])('refuses %s', async (_name, script, options) => {
    await expect(executeScript({}, script as string, options)).rejects.toMatchObject({
      code: 'core/invalid_option',
      message: expect.stringMatching(
        /^executeScript(: .*got| has no option entrypoint; it has .*entryPoint)/,
      ),
    });
  });

  it.each([
    [{}, {}],
    [{ timeoutSeconds: 7 }, { timeoutSeconds: 7 }],
    [{ timeoutSeconds: 60 }, { timeoutSeconds: 60 }],
    [{ timeoutSeconds: 90 }, { timeoutSeconds: 90, deadlineSeconds: 150 }],
    [
      { timeoutSeconds: 90, deadlineSeconds: 100 },
      { timeoutSeconds: 90, deadlineSeconds: 100 },
    ],
  ])('runs with the limits %j', async (limits, expected) => {
    const sandbox = echoSandbox();
    await executeScript({}, 'x = 1', { sandbox, limits });
    expect(sandbox.runs[0]?.options.limits).toEqual({
      maxOutputChars: 100_000,
      maxValueBytes: 8_388_608,
      ...expected,
    });
  });
});

it.each([
  ['infrastructure', 'sandbox/infrastructure'],
  ['aborted', 'synthesis/aborted'],
] as const)('executeScript runs no script where its tools could not be defined: %s', async (kind, code) => {
  const error = { kind, type: 'Gone', message: 'the machine went away', line: null };
  const sandbox = echoSandbox({ ok: false, error: error as unknown as RunResult['error'] });
  const running = executeScript({}, 'result = await look()', { sandbox, tools: [named('look', true)] });
  await expect(running).rejects.toMatchObject({ code });
  expect(sandbox.runs).toHaveLength(1);
});

describe('a configuration of PythonSynthesis', () => {
  const config = new PythonSynthesis(OPTIONS).getConfig();

  it.each<[string, JsonObject, string]>([
    ['a text for seeds', { seedScripts: 'x = 1' }, 'core/invalid_option'],
    ['a number for an engine', { engine: 5 }, 'core/invalid_option'],
    ['no engine', { engine: null }, 'core/invalid_option'],
    ['a list for an entry point', { entryPoint: ['solve'] }, 'core/invalid_option'],
    ['a word for chance', { deterministic: 'yes' }, 'core/invalid_option'],
    ['a timeout that is null', { timeout: null }, 'core/invalid_option'],
    ['a list of limits', { limits: [] }, 'core/invalid_option'],
    ['a limit that is no number', { limits: { memoryMegabytes: 'much' } }, 'core/invalid_option'],
    ['a limit that there is not', { limits: { hope: 1 } }, 'core/invalid_option'],
    ['a limit below 0', { limits: { deadlineSeconds: -1 } }, 'core/invalid_option'],
  ])('is refused with %s', (_name, wrong, code) => {
    expect(() => PythonSynthesis.fromConfig({ ...config, ...wrong })).toThrowError(
      expect.objectContaining({ code }),
    );
  });

  it('makes no limit of scripts wider', () => {
    const limits = { maxOutputChars: 1e9, maxValueBytes: 1e9, memoryMegabytes: 1e9, deadlineSeconds: 2 };
    expect(PythonSynthesis.fromConfig({ ...config, limits }).getConfig().limits).toEqual({
      maxOutputChars: 100_000,
      maxValueBytes: 8_388_608,
      memoryMegabytes: 256,
      deadlineSeconds: 2,
    });
  });

  it('runs on an engine of the user that is passed again when its program is loaded', async () => {
    const engine = { ...sharedEngine('monty') };
    const module = new PythonSynthesis({ ...OPTIONS, engine });
    const input = Input({ schema: OBJECT });
    const program = new Program({ inputs: input, outputs: await module.call(input), name: 'saved' });
    await expect(Program.fromJson(program.toJson())).rejects.toThrow(/pass it in engine/);
    const parts: PythonSynthesisParts = { engine };
    const loaded = await Program.fromJson(program.toJson(), parts);
    expect(loaded.toJson()).toEqual(program.toJson());
  });

  it('takes what JSON can not hold from its reader', async () => {
    const [given, sandbox] = [{ ...sharedEngine('monty') }, echoSandbox()];
    const module = PythonSynthesis.fromConfig({ ...config, engine: null }, { engine: given, sandbox });
    expect(module.getConfig().engine).toBeNull();
    expect((await module.call({ a: 1 }))?.get('b')).toBe(1);
    expect(sandbox.runs).toHaveLength(1);
    const other = PythonSynthesis.fromConfig({ ...config, engine: 'cpython' }, { engine: 'monty' });
    expect(other.getConfig().engine).toBe('monty');
  });
});
