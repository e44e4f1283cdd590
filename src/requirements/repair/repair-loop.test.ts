import { describe, expect, it } from 'vitest';
import type { Message, Reply } from '../message.js';
import { createChecker } from '../pipeline/checker.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { pythonCodeGenerationRequirements } from '../python/python-code-generation-requirements.js';
import { defineRequirement, type Requirement } from '../requirement.js';
import { checkError, fail, pass } from '../verdict.js';
import { defineStrategy } from './define-strategy.js';
import type { Generate, GenerateOptions } from './generate.js';
import { neverStop } from './policies/stop-policies.js';
import { modelFriendlyRepair } from './presets/model-friendly-repair.js';
import { multiTurn } from './presets/multi-turn.js';
import { rejectionSampling } from './presets/rejection-sampling.js';
import { repairTemplate } from './presets/repair-template.js';
import { repairLoop } from './repair-loop.js';

const python = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;

/** A requirement on the text alone. */
function demand(key: string, isMet: (text: string) => boolean, reason = `${key} is missing`): Requirement {
  return defineRequirement({
    name: key,
    description: `There must be ${key}.`,
    validate: ({ text }) => (isMet(text) ? pass('there') : fail(reason)),
  });
}

/** A model that says its lines one after another, the last again and again, and keeps what it was asked. */
function script(...lines: readonly (string | Reply)[]): {
  readonly generate: Generate;
  readonly asked: (readonly Message[])[];
  readonly options: GenerateOptions[];
} {
  const asked: (readonly Message[])[] = [];
  const options: GenerateOptions[] = [];
  const generate: Generate = (messages, given) => {
    asked.push(messages);
    options.push(given);
    return lines[Math.min(asked.length, lines.length) - 1] ?? '';
  };
  return { generate, asked, options };
}

const always = (text: string): Requirement => demand(text, () => false);
const word = (text: string): Requirement => demand(text, (said) => said.includes(text));
const lastContent = (messages: readonly Message[] | undefined): string => messages?.at(-1)?.content ?? '';

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

  it('stuck: the same answer again, or the same failures again', async () => {
    const same = await repairLoop({
      generate: script('x').generate,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 9 }),
    });
    expect(same).toMatchObject({ status: 'stuck', attempts: { length: 2 } });
    const failures = await repairLoop({
      generate: script('1', '2', '3').generate,
      task: 't',
      requirements: [always('fox')],
      strategy: repairTemplate({ attempts: 9 }),
    });
    expect(failures).toMatchObject({ status: 'stuck', attempts: { length: 2 } });
    expect(failures.reason).toContain('same requirements failed');
  });

  it('infra_error: the model cannot be asked, or a check is broken, and the model hears nothing of it', async () => {
    const down = await repairLoop({
      generate: () => Promise.reject(new Error('no route')),
      task: 't',
      requirements: [always('fox')],
    });
    expect(down).toMatchObject({
      status: 'infra_error',
      attempts: [],
      reason: expect.stringContaining('no route'),
    });
    let checks = 0;
    const broken = defineRequirement({
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

  it('goes on where a check is broken beside a failure that the model can repair', async () => {
    const model = script('1', 'fox');
    let checks = 0;
    const outcome = await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [
        word('fox'),
        defineRequirement({
          name: 'flaky',
          description: 'x',
          validate: () => (++checks === 1 ? checkError('disk on fire') : pass('')),
        }),
      ],
    });
    expect(outcome.status).toBe('ok');
    expect(JSON.stringify(model.asked)).not.toContain('disk on fire');
  });

  it('unmet: the strategy has nothing more to try', async () => {
    const strategy = defineStrategy({
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
});

describe('what the model is told', () => {
  it('the contract on the first attempt, without what is for checking alone', async () => {
    const model = script('fox');
    await repairLoop({
      generate: model.generate,
      task: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Name it.' },
      ],
      requirements: [
        word('fox'),
        defineRequirement({
          name: 'secret',
          description: 'No elephants.',
          checkOnly: true,
          validate: () => pass(''),
        }),
        ImportRestrictions({ allowedImports: ['json', 'math'] }),
      ],
      budget: { attempts: 1 },
    });
    expect(model.asked[0]).toHaveLength(2);
    expect(lastContent(model.asked[0])).toMatch(/^Name it\.\n\nThe answer is checked/);
    expect(lastContent(model.asked[0])).toContain('There must be fox.');
    expect(lastContent(model.asked[0])).toContain('json, math');
    expect(lastContent(model.asked[0])).not.toContain('elephants');
  });

  it('its own code with line numbers and the findings at their lines, replaced and not grown', async () => {
    const model = script(
      python('def f(x)\n    return x'),
      python('import socket\nprint(1)'),
      python('print(1)'),
    );
    const outcome = await repairLoop({
      generate: model.generate,
      task: 'Write it.',
      requirements: pythonCodeGenerationRequirements({ allowedImports: [] }),
      strategy: modelFriendlyRepair({ attempts: 3 }),
      fixes: [],
    });
    expect(outcome).toMatchObject({ status: 'ok', code: 'print(1)' });
    const second = lastContent(model.asked[1]);
    expect(second).toContain('1 | def f(x)\n  |         ^');
    expect(second).toContain('It fails one requirement:\n* PythonSyntaxValid: Syntax error at line 1');
    const third = lastContent(model.asked[2]);
    expect(third).toContain('1 | import socket');
    expect(third).not.toContain('def f(x)');
    expect(model.asked.map((messages) => messages.length)).toEqual([1, 1, 1]);
  });

  it('repairTemplate: the last failures alone, by their reasons', async () => {
    const model = script('1', '2', 'fox hen');
    await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [word('fox'), word('hen'), demand('two', (text) => text !== '1', '')],
      strategy: repairTemplate({ attempts: 3 }),
    });
    expect(lastContent(model.asked[1])).toMatch(
      /The following requirements failed before:\n\* fox is missing\n\* hen is missing\n\* two$/,
    );
    expect(lastContent(model.asked[2])).not.toContain('* two');
  });

  it('multiTurn: the whole conversation', async () => {
    const model = script('1', '2', '3');
    await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [always('fox')],
      strategy: defineStrategy({ ...multiTurn({ attempts: 3 }), stop: neverStop }),
    });
    expect(model.asked.map((messages) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'user'],
      ['user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    expect(lastContent(model.asked[1])).toContain('* fox is missing');
  });

  it('rejection sampling: the same words and another seed', async () => {
    const model = script('1', '2');
    await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling(),
      seed: 7,
    });
    expect(model.asked[1]).toEqual(model.asked[0]);
    expect(model.options.map(({ seed, attempt }) => [seed, attempt])).toEqual([
      [7, 1],
      [8, 2],
    ]);
  });
});

describe('mechanical fixes', () => {
  it('repair what they can without asking the model again, and keep the original', async () => {
    const outcome = await repairLoop({
      generate: script(python('import socket\nprint(1)')).generate,
      task: 't',
      requirements: pythonCodeGenerationRequirements({ allowedImports: ['json'] }),
    });
    expect(outcome).toMatchObject({ status: 'ok', usage: { modelCalls: 1 } });
    expect(outcome.code?.trim()).toBe('print(1)');
    expect(outcome.attempt?.fixes).toEqual(['removeUnusedForbiddenImports']);
    expect(outcome.attempt?.original?.report.ok).toBe(false);
  });

  it('leave used imports to the model', async () => {
    const outcome = await repairLoop({
      generate: script(python('import socket\nprint(socket)')).generate,
      task: 't',
      requirements: pythonCodeGenerationRequirements({ allowedImports: ['json'] }),
      budget: { attempts: 1 },
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', attempts: [{ fixes: [], original: null }] });
  });
});

describe('lanes', () => {
  it('the first good answer cancels the others and ends the loop', async () => {
    const aborted: number[] = [];
    const generate: Generate = (_messages, { attempt, signal }) =>
      attempt === 2
        ? 'fox'
        : new Promise(() => signal.addEventListener('abort', () => aborted.push(attempt)));
    const outcome = await repairLoop({
      generate,
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ lanes: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'fox', attempt: { number: 2, lane: 1, round: 1 } });
    expect(aborted.sort()).toEqual([1, 3]);
  });

  it('numbers attempts round by round and uses every one when none is good', async () => {
    let count = 0;
    const outcome = await repairLoop({
      generate: () => `${++count}`,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 5, lanes: 5 }),
    });
    expect(outcome.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it('one that cannot reach the model does not hide the success of another', async () => {
    const generate: Generate = async (_messages, { attempt }) => {
      if (attempt === 1) throw new Error('no route');
      return 'fox';
    };
    const outcome = await repairLoop({
      generate,
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ lanes: 2 }),
    });
    expect(outcome.status).toBe('ok');
  });
});

describe('streaming', () => {
  const early = defineRequirement({
    name: 'NoHeron',
    description: 'No herons.',
    validate: ({ text }) => (text.includes('heron') ? fail('a heron') : pass('')),
    watch: () => ({ push: (_piece, text) => (text.includes('heron') ? fail('a heron') : null) }),
  });

  it('reads pieces, and ends a reply at the first failure', async () => {
    let pulled = 0;
    let ended = false;
    async function* pieces(): AsyncGenerator<string> {
      try {
        for (const piece of ['a ', 'he', 'ron ', 'flies', ' on']) {
          pulled++;
          yield piece;
        }
      } finally {
        ended = true;
      }
    }
    const outcome = await repairLoop({
      generate: (_messages, { attempt }) => (attempt === 1 ? pieces() : 'a fox'),
      task: 't',
      requirements: [early, word('fox')],
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox' });
    expect([pulled, ended]).toEqual([3, true]);
    expect(outcome.attempts[0]).toMatchObject({ endedEarly: true, reply: { text: 'a heron ' } });
    expect(outcome.attempts[0]?.report.results.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual(
      [
        ['fail', null],
        ['not_checked', 'NoHeron'],
      ],
    );
  });

  it('judges a reply that came in pieces to its end like any other', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'a ';
      yield 'fox';
    }
    const outcome = await repairLoop({
      generate: () => pieces(),
      task: 't',
      requirements: [early, word('fox')],
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox' });
  });
});

describe('at the door', () => {
  const generate = script('x').generate;
  it.each([
    ['none', { generate, task: 't', requirements: [] }],
    ['empty_task', { generate, task: ' ', requirements: [always('x')] }],
    ['invalid_generate', { generate: undefined, task: 't', requirements: [always('x')] }],
    ['not_positive', { generate, task: 't', requirements: [always('x')], budget: { attempts: 0 } }],
    ['not_positive', { generate, task: 't', requirements: [always('x')], budget: { seconds: -1 } }],
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
    await expect(repairLoop(options as never)).rejects.toMatchObject({ code: `requirements/${code}` });
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
    await using checker = createChecker({ requirements: [word('fox')] });
    const { generate: ask } = script('fox');
    expect((await repairLoop({ generate: ask, task: 't', checker })).status).toBe('ok');
    expect((await repairLoop({ generate: ask, task: 't', checker })).status).toBe('ok');
    await expect(
      repairLoop({ generate: ask, task: 't', checker, requirements: [word('x')] }),
    ).rejects.toMatchObject({
      code: 'requirements/conflicting_options',
    });
  });

  it.each([0, -1, 1.5])('a strategy of %d attempts is refused', (attempts) => {
    expect(() => rejectionSampling({ attempts })).toThrowError(/attempts must be (a )?positive/);
    expect(() => rejectionSampling({ lanes: attempts })).toThrowError(/lanes must be (a )?positive/);
  });
});
