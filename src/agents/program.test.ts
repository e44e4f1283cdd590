import { expect } from 'vitest';
import { createSandbox } from '../sandbox/index.js';
import { needs } from '../testing/needs.fixture.js';
import { tool } from '../tools/index.js';
import { type ProgramStep, resumeProgram, startProgram } from './program.js';
import { shop } from './shop.fixture.js';

const { describe, it } = await needs('monty');

describe('a program that waits', () => {
  const key = 'a key of a test, long enough';
  const dumpKey = 'another key of a test';
  const needsApproval = ['buy'];
  const code =
    'count = 0\nfor item in ["pen", "book", "ink"]:\n    price(item)\n    count += buy(item)\ncount';
  const waiting = (step: ProgramStep) => {
    if (step.status !== 'waiting') throw new Error(`the program ended: ${JSON.stringify(step.result)}`);
    return step;
  };

  it('goes on where it was, in other sandboxes, and makes no call twice', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty', dumpKey });
    let bytes = await waiting(await startProgram(code, { sandbox, tools, needsApproval })).dump(key);
    await sandbox.close();
    for (let bought = 1; ; bought++) {
      const resumed = await resumeProgram(bytes, { approved: true }, { tools, needsApproval, key, dumpKey });
      await using open = resumed.sandbox;
      const { step } = resumed;
      if (step.status === 'finished') {
        expect([bought, step.result]).toMatchObject([3, { ok: true, value: 3 }]);
        break;
      }
      expect(step.call).toEqual({ tool: 'buy', arguments: { item: ['pen', 'book', 'ink'][bought] } });
      bytes = await step.dump(key);
      expect([bytes.byteLength < 10_240, open.files.files()]).toEqual([true, []]);
    }
    expect(calls).toEqual(['price pen', 'buy pen', 'price book', 'buy book', 'price ink', 'buy ink']);
  });

  it('is told why a call was refused', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty' });
    const step = waiting(await startProgram('buy("pen")', { sandbox, tools, needsApproval }));
    const end = await step.decide({ approved: false, reason: 'too dear' });
    expect(end).toMatchObject({
      status: 'finished',
      result: { ok: false, error: expect.stringContaining('too dear') },
    });
    expect(calls).toEqual([]);
  });

  it('takes one decision on a call, and makes it once', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty' });
    const step = waiting(await startProgram('buy("pen")', { sandbox, tools, needsApproval }));
    const [first, second] = await Promise.allSettled([
      step.decide({ approved: true }),
      step.decide({ approved: true }),
    ]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { status: 'finished' } });
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'core/invalid_option' } });
    expect(calls).toEqual(['buy pen']);
  });

  it('makes no call where a tool is missing that it will wait for later', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty', dumpKey });
    const both = { tools, needsApproval: ['buy', 'price'] };
    const step = waiting(await startProgram('buy("pen")\nprice("pen")', { sandbox, ...both }));
    const bytes = await step.dump(key);
    const decision = { approved: true } as const;
    await expect(
      resumeProgram(bytes, decision, { tools, needsApproval, key, dumpKey }),
    ).rejects.toMatchObject({ code: 'core/invalid_option', message: expect.stringContaining('price') });
    expect(calls).toEqual([]);
    await using resumed = (await resumeProgram(bytes, decision, { ...both, key, dumpKey })).sandbox;
    expect([calls, resumed.files.files()]).toEqual([['buy pen'], []]);
  });

  it('is not written down once its call has been decided on, which bytes of before would make again', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty', dumpKey });
    const step = waiting(await startProgram('buy("pen")\nbuy("ink")', { sandbox, tools, needsApproval }));
    const next = waiting(await step.decide({ approved: true }));
    await expect(step.dump(key)).rejects.toMatchObject({ code: 'core/invalid_option' });
    expect((await next.dump(key)).byteLength).toBeGreaterThan(0);
    expect(calls).toEqual(['buy pen']);
  });

  it.each([
    ['by position and by name', 'save(1, id=2)', 'save got multiple values for id'],
    ['more than it takes', 'save(1, {}, 3)', 'save takes 2 arguments (id, data), not 3'],
  ])('is told of arguments that were given %s, and nobody has to decide', async (_, call, problem) => {
    const saved: unknown[] = [];
    const save = tool({
      name: 'save',
      description: 'Saves data.',
      parameters: { type: 'object', properties: { id: { type: 'integer' }, data: { type: 'object' } } },
      execute: (args) => saved.push(args),
    });
    await using sandbox = await createSandbox({ engine: 'monty' });
    const code = `try:\n    ${call}\nexcept TypeError as error:\n    told = str(error)\nsave(1)\ntold`;
    const step = waiting(await startProgram(code, { sandbox, tools: [save], needsApproval: ['save'] }));
    expect(step.call).toEqual({ tool: 'save', arguments: { id: 1 } });
    expect(await step.decide({ approved: true })).toMatchObject({
      result: { value: expect.stringContaining(problem) },
    });
    expect(saved).toEqual([{ id: 1 }]);
  });

  it('makes no call when its sandbox has been closed', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty' });
    const step = waiting(await startProgram('buy("pen")', { sandbox, tools, needsApproval }));
    await sandbox.close();
    const end = await step.decide({ approved: true });
    expect(end).toMatchObject({ result: { ok: false, error: expect.stringContaining('closed') } });
    expect(calls).toEqual([]);
  });

  it('makes no call when it can not go on', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty', dumpKey });
    const bytes = await waiting(await startProgram('buy("pen")', { sandbox, tools, needsApproval })).dump(
      key,
    );
    const decision = { approved: true } as const;
    const wrong = { tools, needsApproval, key, dumpKey: `${dumpKey}!` };
    await expect(resumeProgram(bytes, decision, wrong)).rejects.toMatchObject({
      code: 'sandbox/invalid_dump',
    });
    expect(calls).toEqual([]);
    const resumed = await resumeProgram(bytes, decision, { ...wrong, dumpKey });
    await resumed.sandbox.close();
    expect(calls).toEqual(['buy pen']);
  });

  it('can not be changed on the way, nor read with another key', async () => {
    const { tools, calls } = shop();
    await using sandbox = await createSandbox({ engine: 'monty', dumpKey });
    const bytes = await waiting(await startProgram('buy("pen")', { sandbox, tools, needsApproval })).dump(
      key,
    );
    const changed = Uint8Array.from(bytes);
    changed[60] = (changed[60] ?? 0) ^ 1;
    const options = { tools, needsApproval, key, dumpKey };
    const decision = { approved: true } as const;
    const invalid = { code: 'agents/invalid_program' };
    await expect(resumeProgram(changed, decision, options)).rejects.toMatchObject(invalid);
    await expect(resumeProgram(new Uint8Array(3), decision, options)).rejects.toMatchObject(invalid);
    await expect(resumeProgram(bytes, decision, { ...options, key: `${key}!` })).rejects.toMatchObject(
      invalid,
    );
    expect(calls).toEqual([]);
  });
});
