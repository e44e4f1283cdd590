import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createChecker } from '../pipeline/checker.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { createRequirement } from '../requirement.js';
import { checkError, notChecked, passWith } from '../verdict.js';
import { createStrategy } from './create-strategy.js';
import type { Generate } from './generate.js';
import { always, demand, python, script, word } from './loop.fixture.js';
import { modelFriendlyRepair } from './presets/model-friendly-repair.js';
import { multiTurn } from './presets/multi-turn.js';
import { rejectionSampling } from './presets/rejection-sampling.js';
import { repairLoop } from './repair-loop.js';

describe('outcomes', () => {
  it('ok: the answer, and every attempt before it', async () => {
    const model = script('nothing', 'a fox');
    const outcome = await repairLoop({
      generate: model.generate,
      task: 'Name it.',
      requirements: [word('fox')],
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox', code: null, usage: { modelCalls: 2 } });
    expect(outcome.attempts.map(({ number, report }) => [number, report.ok])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(outcome.bestEffort()).toBe(outcome.attempt);
  });

  it('budget_exhausted: no text, and the failing answer only when asked for', async () => {
    const outcome = await repairLoop({
      generate: script('1', '2', '3').generate,
      task: 'Name it.',
      requirements: [always('fox'), demand('two', (text) => text !== '1', 'one')],
      strategy: rejectionSampling({ attempts: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', text: null, code: null, attempt: null });
    expect(outcome.attempts).toHaveLength(3);
    expect(outcome.bestEffort()?.reply.text).toBe('3');
  });

  it('stuck: the model is told what is wrong and gives an answer that it gave before', async () => {
    for (const strategy of [multiTurn, modelFriendlyRepair]) {
      const outcome = await repairLoop({
        generate: script('x', 'y', 'x').generate,
        task: 't',
        requirements: [always('fox')],
        strategy: strategy({ attempts: 9 }),
      });
      expect(outcome).toMatchObject({ status: 'stuck', attempts: { length: 3 } });
    }
  });

  it('another program that fails in the same way is not stuck', async () => {
    const outcome = await repairLoop({
      generate: script(...['1', '2', '3'].map((code) => python(`print(${code})`))).generate,
      task: 't',
      requirements: [always('fox')],
      strategy: multiTurn({ attempts: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', attempts: { length: 3 } });
  });

  it('compares programs, not the words around them, and what the model wrote, not what a fix made of it', async () => {
    const loop = (...replies: string[]) =>
      repairLoop({
        generate: script(...replies).generate,
        task: 't',
        requirements: [PythonSyntaxValid(), always('fox')],
        fixes: [{ name: 'close', apply: ({ code }) => (code === 'print(1' ? 'print(1)' : null) }],
        strategy: multiTurn({ attempts: 2 }),
      });
    const chatty = await loop(python('print(1)'), `Sorry! ${python('print(1)')}`);
    expect(chatty.status).toBe('stuck');
    const fixed = await loop(python('print(1'), python('print(1)'));
    expect(fixed.attempts.map(({ report }) => report.code)).toEqual(['print(1)', 'print(1)']);
    expect(fixed.status).toBe('budget_exhausted');
  });

  it('tool calls are part of an answer', async () => {
    const calls = [1, 2].map((n) => ({ text: '', toolCalls: [{ name: 'count', arguments: { n } }] }));
    const outcome = await repairLoop({
      generate: script(...calls).generate,
      task: 't',
      requirements: [always('fox')],
      strategy: multiTurn({ attempts: 2 }),
    });
    expect(outcome.status).toBe('budget_exhausted');
  });

  it.each([
    ['rejectionSampling', rejectionSampling({ attempts: 4 })],
    ['a strategy without a repair policy', createStrategy({ name: 'mine', attempts: 4 })],
  ])('%s does not stop because an answer came again', async (_name, strategy) => {
    const outcome = await repairLoop({
      generate: script('x').generate,
      task: 't',
      requirements: [always('fox')],
      strategy,
    });
    expect(outcome.attempts).toHaveLength(4);
    expect(outcome.status).not.toBe('stuck');
  });

  it('infra_error: the model cannot be asked, or a check is broken, and the model hears nothing of it', async () => {
    const down = await repairLoop({
      generate: () => Promise.reject(new Error('no route')),
      task: 't',
      requirements: [always('fox')],
      budget: { generateRetries: 0 },
    });
    expect(down).toMatchObject({
      status: 'infra_error',
      attempts: [],
      reason: expect.stringContaining('no route'),
    });
    let checks = 0;
    const broken = createRequirement({
      name: 'broken',
      description: 'x',
      validate: () => {
        checks++;
        return checkError('disk on fire');
      },
    });
    const model = script('1', '2');
    const outcome = await repairLoop({ generate: model.generate, task: 't', requirements: [broken] });
    expect(outcome).toMatchObject({
      status: 'infra_error',
      reason: 'disk on fire',
      usage: { modelCalls: 1 },
    });
    expect(checks).toBe(2);
  });

  it.each(['engine', 'namespace'] as const)(
    'infra_error: nobody can judge the answer (%s)',
    async (cause) => {
      const blind = createRequirement({
        name: 'blind',
        description: 'x',
        validate: () => notChecked('It cannot be told here.', cause),
      });
      const model = script('1', '2');
      const outcome = await repairLoop({ generate: model.generate, task: 't', requirements: [blind] });
      expect(outcome).toMatchObject({ status: 'infra_error', reason: 'It cannot be told here.' });
      expect(model.asked).toHaveLength(1);
    },
  );

  it('goes on where a check is broken beside a failure that the model can repair', async () => {
    const model = script('1', 'fox');
    let checks = 0;
    const outcome = await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [
        word('fox'),
        createRequirement({
          name: 'flaky',
          description: 'x',
          validate: ({ text }) => {
            checks++;
            return text === 'fox' ? passWith('') : checkError('disk on fire');
          },
        }),
      ],
    });
    expect(outcome.status).toBe('ok');
    expect(checks).toBe(2);
    expect(JSON.stringify(model.asked)).not.toContain('disk on fire');
  });

  it('unmet: the strategy has nothing more to try', async () => {
    const strategy = createStrategy({
      name: 'once',
      attempts: 5,
      repair: ({ task, attempts }) => (attempts.length === 0 ? { messages: task } : null),
    });
    const outcome = await repairLoop({
      generate: script('x').generate,
      task: 't',
      requirements: [always('fox')],
      strategy,
    });
    expect(outcome).toMatchObject({ status: 'unmet', attempts: { length: 1 } });
  });

  it.each([
    ['model calls', { modelCalls: 2 }],
    ['tokens', { tokens: 20 }],
    ['money', { cost: 0.2 }],
  ])('ends when %s are used up', async (_name, budget) => {
    const outcome = await repairLoop({
      generate: ((_messages, { attempt }) => ({
        text: `${attempt}`,
        usage: { tokens: 10, cost: 0.1 },
      })) as Generate,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 50 }),
      budget,
    });
    expect(outcome).toMatchObject({
      status: 'budget_exhausted',
      usage: { modelCalls: 2, tokens: 20, cost: 0.2 },
    });
  });

  it.each([Number.NaN, -10, '10'])('is not talked out of its budget by a reply of %s tokens', async (odd) => {
    const outcome = await repairLoop({
      generate: ((_messages, { attempt }) => ({
        text: `${attempt}`,
        usage: { tokens: attempt === 1 ? odd : 10 },
      })) as Generate,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 50 }),
      budget: { tokens: 20 },
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', usage: { modelCalls: 3, tokens: 20 } });
  });

  it('takes more seconds than a timer can wait', async () => {
    const outcome = await repairLoop({
      generate: async () => {
        // A timer set for too long fires after one millisecond, which is before this one.
        await new Promise((resolve) => setTimeout(resolve, 2));
        return 'fox';
      },
      task: 't',
      requirements: [word('fox')],
      budget: { seconds: 10_000_000 },
    });
    expect(outcome.status).toBe('ok');
  });

  it('ends when time is used up, even if the model does not answer and does not listen', async () => {
    const outcome = await repairLoop({
      generate: () => new Promise(() => undefined),
      task: 't',
      requirements: [always('fox')],
      budget: { seconds: 0.02 },
    });
    expect(outcome).toMatchObject({
      status: 'budget_exhausted',
      reason: expect.stringContaining('0.02 seconds'),
    });
  });

  it('rejects with the reason when the caller gives up', async () => {
    const controller = new AbortController();
    const loop = repairLoop({
      generate: () => new Promise(() => undefined),
      task: 't',
      requirements: [always('fox')],
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await expect(loop).rejects.toThrow('enough');
  });

  it('leaves nothing of itself at the signal of a caller who has many loops', async () => {
    const { signal } = new AbortController();
    const { generate } = script('fox');
    const outcome = await repairLoop({ generate, task: 't', requirements: [word('fox')], signal });
    expect(outcome.status).toBe('ok');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('arguments that a repair loop refuses', () => {
  const generate = script('x').generate;
  it.each([
    ['none', { generate, task: 't', requirements: [] }],
    ['empty_task', { generate, task: ' ', requirements: [always('x')] }],
    ['core/invalid_option', { generate }],
    ['core/invalid_option', { generate, requirements: [always('x')] }],
    ['core/invalid_option', { generate, task: 7, requirements: [always('x')] }],
    ['invalid_task', { generate, task: [{ role: 'user' }], requirements: [always('x')] }],
    ['none', { generate, task: 't' }],
    ['core/invalid_option', undefined],
    ['core/invalid_option', { generate, task: 't', requirements: [always('x')], budjet: {} }],
    ['core/invalid_option', { generate, task: 't', requirements: [always('x')], budget: { attemps: 1 } }],
    ['core/invalid_option', { generate, task: 't', requirements: [always('x')], python: { foo: 1 } }],
    ['core/invalid_option', { generate, task: 't', requirements: always('x') }],
    ['invalid_requirements', { generate, task: 't', requirements: [always] }],
    ['core/invalid_option', { generate: undefined, task: 't', requirements: [always('x')] }],
    ['core/invalid_option', { generate, task: 't', requirements: [always('x')], budget: { attempts: 0 } }],
    ['core/invalid_option', { generate, task: 't', requirements: [always('x')], budget: { seconds: -1 } }],
    [
      'duplicate_key',
      {
        generate,
        task: 't',
        requirements: [always('x')],
        strategy: rejectionSampling({ requirements: [always('x')] }),
      },
    ],
  ])('%s is refused', async (code, options) => {
    await expect(repairLoop(options as never)).rejects.toMatchObject({
      code: code.includes('/') ? code : `requirements/${code}`,
    });
  });

  it('an option that does not exist is named beside those there are', async () => {
    await expect(
      repairLoop({ generate, task: 't', requirements: [always('x')], budget: { attemps: 1 } } as never),
    ).rejects.toThrow('The budget of repairLoop has no option attemps; it has attempts, concurrency,');
  });

  it('the requirements of strategy and call are merged', async () => {
    const outcome = await repairLoop({
      generate: script('fox hen').generate,
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ requirements: [word('hen')] }),
    });
    expect(outcome.attempt?.report.results.map(({ key }) => key)).toEqual(['hen', 'fox']);
  });

  it('a checker brings its own requirements, and stays open', async () => {
    let closed = 0;
    await using made = createChecker({ requirements: [word('fox')] });
    const checker = { ...made, close: async () => void closed++ };
    const { generate: ask } = script('fox');
    expect((await repairLoop({ generate: ask, task: 't', checker })).status).toBe('ok');
    expect((await repairLoop({ generate: ask, task: 't', checker })).status).toBe('ok');
    await expect(
      repairLoop({ generate: ask, task: 't', checker, requirements: [word('x')] }),
    ).rejects.toMatchObject({
      code: 'requirements/conflicting_options',
    });
    expect(closed).toBe(0);
  });

  it.each([0, -1, 1.5])('a strategy of %d attempts is refused', (attempts) => {
    expect(() => rejectionSampling({ attempts })).toThrowError('attempts must be a whole number from 1');
    expect(() => rejectionSampling({ lanes: attempts })).toThrowError('lanes must be a whole number from 1');
  });
});

it('an observer that throws ends the loop with its error', async () => {
  const loop = repairLoop({
    generate: (_messages, { attempt }) => (attempt === 1 ? 'x' : new Promise<string>(() => undefined)),
    task: 't',
    requirements: [always('fox')],
    strategy: rejectionSampling({ lanes: 2 }),
    onAttempt: () => {
      throw new Error('mine');
    },
  });
  await expect(loop).rejects.toThrow('mine');
});
