import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../contract.js';
import { createSandbox, loadSandbox } from '../create-sandbox.js';
import type { PythonValue } from '../python-value.js';
import { MontyEngine } from './monty-engine.js';
import { passInputs } from './text-inputs.js';

const { available, reason } = await new MontyEngine().probe();

/** Makes any value that it stands beside large enough to be passed as a text. */
const FILLER = 'x'.repeat(70_000);
const LIMIT = 1 << 24;

const { value: plainValue } = fc.letrec<{ value: PythonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.integer({ min: -10, max: 10 }),
    fc.double({ noNaN: true }),
    fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

function records(count: number): PythonValue {
  return Array.from({ length: count }, (_, id) => ({ id, name: `record ${id}`, score: id / 7, tags: ['a'] }));
}

describe('passInputs', () => {
  it('passes small inputs, and what JSON does not carry exactly, as values', () => {
    const inputs = { small: [1, 2], text: FILLER, odd: [FILLER, 1n] };
    expect(passInputs(inputs, LIMIT)).toEqual({ values: inputs, texts: null });
  });

  it('passes large plain inputs as texts', () => {
    const { values, texts } = passInputs({ small: 1, rows: [FILLER] }, LIMIT);
    expect(values).toEqual({ small: 1 });
    expect(Object.values(texts?.inputs ?? {})).toEqual([JSON.stringify([FILLER])]);
  });

  it('leaves what comes near the limit to the encoding that the limit is of', () => {
    expect(passInputs({ rows: [FILLER] }, 200_000).texts).toBeNull();
  });
});

describe.skipIf(!available)(`inputs as texts${available ? '' : ` (skipped: ${reason})`}`, () => {
  const engine = new MontyEngine({ maxWorkers: 1 });
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ engine });
  });
  afterAll(() => engine.close());

  it('are the same values as inputs of the other kind, inside and on the way back', async () => {
    await fc.assert(
      fc.asyncProperty(plainValue, async (value) => {
        const inputs = { as_text: [FILLER, value], as_value: [1n, value] };
        const { value: seen } = await sandbox.run(
          '[as_text[1], as_value[1], repr(as_text[1]) == repr(as_value[1])]',
          { inputs },
        );
        expect(seen).toEqual([value, value, true]);
      }),
      { numRuns: 150 },
    );
  });

  it('leave lines, columns and names as they are', async () => {
    const inputs = { rows: records(3000) };
    const { error } = await sandbox.run('json = 5\n1 + None', { inputs });
    expect(error?.frames).toMatchObject([{ line: 2, column: 1, function: '<module>' }]);
    expect((await sandbox.run('[json, len(rows)]')).value).toEqual([5, 3000]);
    expect((await sandbox.run('loads')).error?.type).toBe('NameError');
  });

  it('take the place of what had their names', async () => {
    await sandbox.run('rows = 1\nkept = [rows]');
    const inputs = { rows: records(3000), more: records(2000) };
    expect((await sandbox.run('[len(rows), len(more), kept]', { inputs })).value).toEqual([3000, 2000, [1]]);
    const again = { inputs: { rows: records(2500) } };
    expect((await sandbox.run('[len(rows), len(more)]', again)).value).toEqual([2500, 2000]);
  });

  it('are in dumps', async () => {
    await sandbox.run('1', { inputs: { rows: records(3000) } });
    await using copy = await loadSandbox(await sandbox.dump(), { engine });
    expect((await copy.run('rows[2999]["name"]')).value).toBe('record 2999');
  });

  it('count to the limits of the run, and leave the namespace when they do not fit', async () => {
    await using small = await createSandbox({ engine, limits: { memoryMegabytes: 24 } });
    await small.run('kept = 7');
    const inputs = { rows: records(60_000) };
    expect((await small.run('len(rows)', { inputs })).error?.kind).toBe('memory');
    const hurried = { inputs, limits: { memoryMegabytes: 256, timeoutSeconds: 0.001 } };
    expect((await small.run('len(rows)', hurried)).error?.kind).toBe('timeout');
    expect((await small.run('kept')).value).toBe(7);
  });
});
