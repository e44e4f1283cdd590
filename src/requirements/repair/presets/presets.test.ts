import { describe, expect, it } from 'vitest';
import type { Message } from '../../message.js';
import { createRequirement, type Requirement } from '../../requirement.js';
import { failWith, passWith } from '../../verdict.js';
import type { Generate, GenerateOptions } from '../generate.js';
import { repairLoop } from '../repair-loop.js';
import { budgetForcing } from './budget-forcing.js';
import { sofai } from './sofai.js';
import { majorityVoting, minimumBayesRisk } from './voting.js';

const check = (
  isMet: (text: string) => boolean,
  reason: (text: string) => string = () => 'no',
): Requirement =>
  createRequirement({
    name: 'Check',
    description: 'It must be right.',
    validate: ({ text }) => (isMet(text) ? passWith('yes') : failWith(reason(text))),
  });
const anything = check(() => true);

/** A model whose nth answer, by number of the attempt, is the nth line. */
const byAttempt =
  (...lines: readonly string[]): Generate =>
  (_messages, { attempt }) =>
    lines[attempt - 1] ?? '';

describe('majorityVoting', () => {
  it('takes the answer that most agree on, the earlier of equals', async () => {
    const outcome = await repairLoop({
      generate: byAttempt('It is 3.', 'so \\boxed{1/2}', 'x = 0.5', 'It is 3.'),
      task: 't',
      requirements: [anything],
      strategy: majorityVoting({ samples: 4 }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'It is 3.' });
    expect(outcome.attempts).toHaveLength(4);
  });

  it('lets only valid answers vote', async () => {
    const outcome = await repairLoop({
      generate: byAttempt('bad 7', 'bad 7', 'bad 7', 'good 8'),
      task: 't',
      requirements: [check((text) => text.startsWith('good'))],
      strategy: majorityVoting({ samples: 4 }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'good 8' });
  });

  it('ends when the rest cannot change the winner', async () => {
    const outcome = await repairLoop({
      generate: byAttempt('5', '5', '5', '6', '6', '6', '6', '6'),
      task: 't',
      requirements: [anything],
      strategy: majorityVoting({ samples: 5, concurrency: 1 }),
    });
    expect(outcome).toMatchObject({ text: '5', usage: { modelCalls: 3 } });
    const close = await repairLoop({
      generate: byAttempt('6', '5', '5', '6'),
      task: 't',
      requirements: [anything],
      strategy: majorityVoting({ samples: 4, concurrency: 1 }),
    });
    expect(close).toMatchObject({ text: '6', usage: { modelCalls: 4 } });
  });

  it('is unmet without a valid answer', async () => {
    const outcome = await repairLoop({
      generate: byAttempt('1', '2', '3'),
      task: 't',
      requirements: [check(() => false)],
      strategy: majorityVoting({ samples: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'unmet', attempts: { length: 3 } });
  });
});

describe('minimumBayesRisk', () => {
  it('takes the valid answer that is most like the others', async () => {
    const outcome = await repairLoop({
      generate: byAttempt(
        'Bananas are yellow.',
        'The cat sat on the mat today.',
        'The cat sat on the mat.',
        'A cat sat on the mat.',
      ),
      task: 't',
      requirements: [anything],
      strategy: minimumBayesRisk({ samples: 4 }),
    });
    expect(outcome.text).toBe('The cat sat on the mat.');
  });
});

describe('sofai', () => {
  const graded = check(
    (text) => text.includes('right'),
    (text) => `wrong: ${text}`,
  );

  it('does not ask the second model when the first succeeds', async () => {
    let second = 0;
    const outcome = await repairLoop({
      generate: byAttempt('a', 'b', 'right'),
      task: 't',
      requirements: [graded],
      strategy: sofai({
        escalateTo: () => {
          second++;
          return '';
        },
      }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'right', attempts: { length: 3 } });
    expect(second).toBe(0);
  });

  it.each([
    ['fresh_start', 1, /^t\n\nThe answer is checked[\s\S]*right\.$/],
    ['continue_chat', 5, /The following requirements have not been met:\n\* wrong: b/],
    ['best_attempt', 1, /Your last answer was:\n> b/],
  ] as const)('escalates in mode %s', async (mode, length, words) => {
    let asked: readonly Message[] = [];
    const outcome = await repairLoop({
      generate: byAttempt('a', 'b'),
      task: 't',
      requirements: [graded],
      strategy: sofai({
        attempts: 2,
        mode,
        escalateTo: (messages) => {
          asked = messages;
          return 'right';
        },
      }),
    });
    expect(outcome).toMatchObject({ status: 'ok', attempt: { model: 'escalated', number: 3 } });
    expect(asked).toHaveLength(length);
    expect(asked.at(-1)?.content).toMatch(words);
    expect(asked[0]?.content).toMatch(/^t\n/);
    if (mode === 'best_attempt') expect(asked.at(-1)?.content).toContain('wrong: b');
  });

  it('escalates at once when the first model repeats its failure, and is unmet when the second fails', async () => {
    const outcome = await repairLoop({
      generate: () => 'same',
      task: 't',
      requirements: [graded],
      strategy: sofai({ attempts: 5, escalateTo: () => 'same too' }),
    });
    expect(outcome).toMatchObject({ status: 'unmet' });
    expect(outcome.attempts.map(({ model }) => model)).toEqual(['primary', 'primary', 'escalated']);
  });

  it('awaits a judge: a slow no is a no', async () => {
    const judge = createRequirement({
      name: 'Judge',
      description: 'Liked.',
      validate: async () => {
        await Promise.resolve();
        return failWith('not liked');
      },
    });
    const outcome = await repairLoop({
      generate: () => 'x',
      task: 't',
      requirements: [judge],
      strategy: sofai({ attempts: 1, escalateTo: () => 'y' }),
    });
    expect(outcome.status).toBe('unmet');
  });

  it.each([
    [{ escalateTo: undefined }, 'core/invalid_option'],
    [{ escalateTo: (): string => '', attempts: 0 }, 'core/invalid_option'],
    [{ escalateTo: (): string => '', mode: 'other' }, 'core/invalid_option'],
  ])('refuses %j', (options, code) => {
    expect(() => sofai(options as never)).toThrowError(expect.objectContaining({ code }));
  });
});

describe('budgetForcing', () => {
  function thinker(...thoughts: readonly string[]): {
    generate: Generate;
    asked: [string, GenerateOptions][];
  } {
    const asked: [string, GenerateOptions][] = [];
    return {
      asked,
      generate(messages, options) {
        asked.push([messages.at(-1)?.content ?? '', options]);
        return thoughts[asked.length - 1] ?? '';
      },
    };
  }

  it('thinks, is told to go on, answers; and the answer alone is judged', async () => {
    const model = thinker('it might be three</think>', 'or rather four', 'yes', '4');
    const outcome = await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [check((text) => text === 'Answer: 4')],
      strategy: budgetForcing({
        thinkMaxTokens: 100,
        answerMaxTokens: 9,
        thinkMore: ' Wait,',
        answerPrefix: 'Answer: ',
        countTokens: (text) => text.split(' ').length,
      }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'Answer: 4', usage: { modelCalls: 4 } });
    expect(model.asked.map(([beginning]) => beginning)).toEqual([
      '<think>',
      '<think>it might be three Wait,',
      '<think>it might be three Wait,or rather four Wait,',
      '<think>it might be three Wait,or rather four Wait,yes</think>Answer: ',
    ]);
    expect(model.asked.map(([, { maxTokens }]) => maxTokens)).toEqual([100, 96, 93, 9]);
    expect(model.asked[0]?.[1].stop).toEqual(['</think>']);
  });

  it('stops thinking when its tokens are used up', async () => {
    const model = thinker('one two three four five six', '4');
    const outcome = await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [anything],
      strategy: budgetForcing({ thinkMaxTokens: 3, thinkMore: 'Wait,', countTokens: () => 3 }),
    });
    expect(outcome).toMatchObject({ text: '4', usage: { modelCalls: 2 } });
  });

  it.each([[{ thinkMaxTokens: 0 }], [{ answerMaxTokens: -1 }], [{ endThink: '' }]])(
    'refuses %j',
    (options) => {
      expect(() => budgetForcing(options)).toThrowError();
    },
  );
});
