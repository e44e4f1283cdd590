import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import { anthropicJsonl } from '../formats/anthropic-jsonl.js';
import { hermesJsonl } from '../formats/hermes.js';
import { openAIJsonl } from '../formats/openai-jsonl.js';
import { sharegptJsonl } from '../formats/sharegpt.js';
import { importTraces, trajectoryFromMessages } from '../import-traces.js';
import { isImported } from '../imported-environment.js';
import type { OpenAIMessage } from '../openai-message.js';
import { parseTrajectory } from '../parse-trajectory.js';
import { selectForTraining } from '../select-for-training.js';
import { toMessages } from '../to-messages.js';
import { encodeTrajectories } from '../trajectory-jsonl.js';
import { trajectoryRecord } from '../trajectory-record.js';

const call = (id: string, name: string, given: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
});
const tools = [
  {
    type: 'function',
    function: {
      name: 'price',
      description: 'Says a price.',
      parameters: { type: 'object', properties: { factor: { type: 'number' } }, required: [] },
    },
  },
];
const messages: readonly OpenAIMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What do a fig and a kiwi cost?' },
  {
    role: 'assistant',
    content: 'I ask.',
    tool_calls: [call('a', 'price', '{"factor": 5.0}'), call('b', 'price', '{"factor":5}')],
  },
  { role: 'tool', tool_call_id: 'a', content: '30' },
  { role: 'tool', tool_call_id: 'b', content: '80' },
  { role: 'assistant', content: '30 and 80 cents.' },
  { role: 'user', content: 'And both?' },
  { role: 'assistant', content: '110 cents.' },
];
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** A record as a file has it and gives it back. */
const asWritten = (trajectory: Parameters<typeof trajectoryRecord>[0]) =>
  parseTrajectory(plain(trajectoryRecord(trajectory)));

describe('trajectoryFromMessages', () => {
  it('keeps the order, the ids of calls, later turns and how arguments were written', async () => {
    const trajectory = asWritten(await trajectoryFromMessages({ messages, tools }));
    expect(trajectory.steps.map((step) => step.type)).toEqual([
      ...['thought', 'tool_call', 'tool_call', 'observation', 'observation', 'thought', 'final_answer'],
    ]);
    expect(toMessages(trajectory)).toEqual(messages);
    expect(trajectory.task).toMatchObject({
      prompt: 'What do a fig and a kiwi cost?',
      instructions: 'Be brief.',
    });
    expect(trajectory.finalAnswer).toBe('110 cents.');
    expect(trajectory.tools.map(({ name }) => name)).toEqual(['price']);
  });

  it('says that nothing was executed, so that no gate lets it pass', async () => {
    const trajectory = await trajectoryFromMessages(messages);
    expect(isImported(trajectory)).toBe(true);
    expect(trajectory).toMatchObject({
      environment: { name: 'imported:openai' },
      outcome: null,
      verification: { verdict: 'not_checked' },
    });
    expect(selectForTraining([trajectory]).selected).toEqual([]);
    const asked = selectForTraining([trajectory], {
      outcomes: ['not_checked'],
      verifications: ['not_checked'],
    });
    expect(asked.selected).toHaveLength(1);
  });

  it('gives equal conversations equal ids, and declares tools by name where the log has none', async () => {
    const [one, other] = [await trajectoryFromMessages(messages), await trajectoryFromMessages(messages)];
    expect(one.id).toBe(other.id);
    expect(one.tools).toEqual([
      { name: 'price', description: '', parameters: { type: 'object', properties: {}, required: [] } },
    ]);
    expect(one.task.metadata).toMatchObject({ imported: { undeclared_tools: ['price'] } });
  });

  it('refuses what is no JSON', async () => {
    const circle: unknown[] = [];
    circle.push(circle);
    await expect(trajectoryFromMessages(circle)).rejects.toThrow('no JSON: the value is nested deeper');
    expect((await importTraces([{ messages: new Map() }])).skipped[0]?.reason).toContain('a Map object');
  });

  it('refuses messages without a reply', async () => {
    await expect(trajectoryFromMessages([{ role: 'user', content: 'Hi' }])).rejects.toThrow(
      'hold no run: it holds no reply',
    );
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    [
      'no JSON object in place of arguments',
      [{ role: 'assistant', content: null, tool_calls: [call('a', 'f', '{"x": 1e400}')] }],
      ['the log has no result of the call "a" of "f"'],
    ],
    [
      'an image',
      [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] },
        { role: 'assistant', content: 'A cat.' },
      ],
      ['an image'],
    ],
    [
      'a result without its call',
      [
        { role: 'tool', tool_call_id: 'z', content: '1' },
        { role: 'assistant', content: 'One.' },
      ],
      ['a result of a call "z" that the log doesn\'t have'],
    ],
    [
      'two calls with one id',
      [1, 2].flatMap((content) => [
        { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{}')] },
        { role: 'tool', tool_call_id: 'a', content: String(content) },
      ]),
      ['the call id "a" stands for several calls: later ones get another'],
    ],
  ])('names what it has no place for: %s', async (_, more, losses) => {
    const { trajectories, losses: found } = await importTraces([
      { messages: [{ role: 'user', content: 'Go on.' }, ...more] },
    ]);
    expect(found.map(({ what }) => what)).toEqual(losses);
    expect(found.every(({ id }) => id === trajectories[0]?.id)).toBe(true);
  });

  it('links results to the calls of the same turn where ids repeat', async () => {
    const repeated = [1, 2].flatMap((content): OpenAIMessage[] => [
      { role: 'assistant', content: null, tool_calls: [call('a', 'f', `{"n":${content}}`)] },
      { role: 'tool', tool_call_id: 'a', content: String(content) },
    ]);
    const trajectory = await trajectoryFromMessages([{ role: 'user', content: 'Go' }, ...repeated]);
    expect(trajectory.steps.map((step) => ('callId' in step ? step.callId : ''))).toEqual([
      'a',
      'a',
      'a#2',
      'a#2',
    ]);
  });
});

const word = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() === text && !/[<>]/.test(text));
const givenText = fc
  .dictionary(fc.constantFrom('x', 'y', 'z'), fc.oneof(fc.integer(), fc.boolean(), word))
  .map((given) => JSON.stringify(given));

/** Conversations that end with an answer. */
const conversation = fc
  .record({
    system: fc.option(word),
    prompt: word,
    rounds: fc.array(
      fc.record({
        words: fc.option(word),
        calls: fc.array(fc.record({ given: givenText, result: word }), { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    answer: word,
  })
  .map(({ system, prompt, rounds, answer }): OpenAIMessage[] => {
    let count = 0;
    return [
      ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: prompt },
      ...rounds.flatMap(({ words, calls }): OpenAIMessage[] => {
        const made = calls.map(({ given, result }) => ({ id: `call_${++count}`, given, result }));
        return [
          {
            role: 'assistant',
            content: words,
            tool_calls: made.map(({ id, given }) => call(id, 'f', given)),
          },
          ...made.map(({ id, result }) => ({ role: 'tool' as const, tool_call_id: id, content: result })),
        ];
      }),
      { role: 'assistant', content: answer },
    ];
  });

describe('what was imported and is exported again', () => {
  it.each([
    ['openai', openAIJsonl],
    ['anthropic', anthropicJsonl],
    ['hermes', hermesJsonl],
  ] as const)('is the same conversation by way of %s', async (name, format) => {
    await fc.assert(
      fc.asyncProperty(conversation, async (given) => {
        const first = await trajectoryFromMessages(given, { format: 'openai' });
        expect(toMessages(first)).toEqual(given);
        const { text, records } = format.encode([asWritten(first)]);
        expect(records).toBe(1);
        const { trajectories, skipped, formats } = await importTraces(text, {
          format: name === 'openai' ? 'auto' : name,
        });
        expect([skipped, formats[0]?.format]).toEqual([[], name]);
        expect(simplified(trajectories[0])).toEqual(simplified(first));
      }),
      { numRuns: 60 },
    );
  });

  it('has the same calls and results by way of sharegpt', async () => {
    const { text } = sharegptJsonl.encode([await trajectoryFromMessages(messages.slice(0, 6))]);
    const { trajectories } = await importTraces(text);
    expect(simplified(trajectories[0])?.filter(([kind]) => kind !== 'thought')).toEqual(
      simplified(await trajectoryFromMessages(messages.slice(0, 6)))?.filter(([kind]) => kind !== 'thought'),
    );
  });

  it('is the same record by way of mettle', async () => {
    const trajectory = await trajectoryFromMessages(messages);
    const text = encodeTrajectories([trajectory]);
    const { trajectories, formats } = await importTraces(text);
    expect([encodeTrajectories(trajectories), formats[0]?.format]).toEqual([text, 'mettle']);
  });
});

/** The steps of a record without ids, which not all forms have. */
function simplified(trajectory: Parameters<typeof trajectoryRecord>[0] | undefined) {
  return trajectory?.steps.map((step): readonly unknown[] =>
    step.type === 'tool_call'
      ? [step.type, step.tool, step.arguments]
      : [step.type, 'content' in step ? step.content : null],
  );
}
