import { describe, expect, it } from 'vitest';
import { finished, sampleTrajectories } from '../testing/sample-trajectories.js';
import { createTrajectory } from '../trajectory-id.js';
import { openAIJsonl } from './openai-jsonl.js';
import { openAIPreferences, trlPreferences } from './preference-formats.js';

interface Row {
  readonly [member: string]: unknown;
}

const rowsOf = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
const rolesIn = (messages: unknown) =>
  (messages as readonly { readonly role: string }[]).map(({ role }) => role);

/** The members that tell Together which of its forms a row has; a row has one. */
const FORMS = [
  ['messages'],
  ['prompt', 'completion'],
  ['input', 'preferred_output', 'non_preferred_output'],
  ['text'],
];
const formsOf = (row: Row) => FORMS.filter((form) => form.some((name) => name in row));

describe('what fine-tuning services ask of conversations', () => {
  const rows = rowsOf(openAIJsonl.encode(sampleTrajectories).text);

  it('is kept: one form a row, a beginning by system or user, an end by the assistant', () => {
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(formsOf(row)).toEqual([['messages']]);
      const roles = rolesIn(row.messages);
      expect(['system', 'user']).toContain(roles[0]);
      expect(roles.at(-1)).toBe('assistant');
    }
  });

  it('is kept: no assistant speaks twice, and every call is answered before anyone else speaks', () => {
    for (const row of rows) {
      let open = new Set<string>();
      let last = '';
      for (const message of row.messages as readonly Row[]) {
        const calls = (message.tool_calls ?? []) as readonly { readonly id: string }[];
        if (message.role === 'tool') open.delete(String(message.tool_call_id));
        else expect([...open], JSON.stringify(row)).toEqual([]);
        if (message.role === 'assistant') {
          expect(last).not.toBe('assistant');
          open = new Set(calls.map(({ id }) => id));
        }
        last = String(message.role);
      }
    }
  });
});

/** A pair of runs that part at a call, and one of runs that answer at once, without a tool. */
const rejected = createTrajectory({
  ...finished,
  steps: [
    ...finished.steps.slice(0, 4),
    { type: 'code_execution', callId: 'call_2', tool: 'python', code: '250 * 3' },
    ...finished.steps.slice(5),
  ],
});
const calling = { taskId: 't', chosen: finished, rejected, by: 'outcome', margin: 1 } as const;
const answering = (index: number) => {
  const [chosen, worse] = [`${index}`, `not ${index}`].map((content) =>
    createTrajectory({
      ...finished,
      tools: [],
      steps: [{ type: 'final_answer', content, value: content }],
      finalAnswer: content,
    }),
  );
  return {
    taskId: 't',
    chosen: chosen ?? finished,
    rejected: worse ?? finished,
    by: 'outcome',
    margin: 1,
  } as const;
};

describe('what a service adds to the rules for pairs', () => {
  it.each([
    ['fireworks', 'turn', 'Fireworks takes text by system, user and assistant, and here a tool is called'],
    ['fireworks', 'rest', 'Fireworks takes one reply on each side: pair by turn'],
    ['together', 'rest', 'Together takes one reply on each side: pair by turn'],
    ['together', 'turn', null],
    ['azure', 'turn', null],
    ['azure', 'rest', null],
  ] as const)('%s, %s: %s', (service, completion, reason) => {
    const { records, skipped, text } = openAIPreferences.encode([calling], { service, completion });
    expect(skipped).toEqual(reason === null ? [] : [{ id: finished.id, reason }]);
    expect([records, text === '']).toEqual(reason === null ? [1, false] : [0, true]);
  });

  it('is how many pairs a file has: Fireworks takes 3 or more, and none of fewer is written', () => {
    const three = [answering(1), answering(2), answering(3)];
    expect(openAIPreferences.encode(three, { service: 'fireworks' })).toMatchObject({
      records: 3,
      skipped: [],
    });
    const { records, text, skipped } = openAIPreferences.encode([calling, ...three.slice(1)], {
      service: 'fireworks',
    });
    expect([records, text]).toEqual([0, '']);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'Fireworks takes text by system, user and assistant, and here a tool is called',
      'Fireworks takes files of 3 to 3,000,000 pairs, and here are 2',
      'Fireworks takes files of 3 to 3,000,000 pairs, and here are 2',
    ]);
  });

  it('is none of TRL, nor of a service that nobody knows', () => {
    for (const encode of [
      () => trlPreferences.encode([calling], { service: 'azure' }),
      () => openAIPreferences.encode([calling], { service: 'toogether' as never }),
    ]) {
      expect(encode).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    }
  });
});

describe('what fine-tuning services ask of pairs', () => {
  it.each(['turn', 'rest'] as const)('is kept with the completion %s', (completion) => {
    const [row, ...more] = rowsOf(openAIPreferences.encode([calling], { completion }).text);
    expect(more).toEqual([]);
    expect(formsOf(row ?? {})).toEqual([FORMS[2]]);
    expect(Object.keys((row?.input ?? {}) as object).sort()).toEqual([
      'messages',
      'parallel_tool_calls',
      'tools',
    ]);
    for (const output of [row?.preferred_output, row?.non_preferred_output]) {
      const roles = rolesIn(output);
      expect(roles[0]).toBe('assistant');
      expect(roles.every((role) => role === 'assistant' || role === 'tool')).toBe(true);
    }
    expect(row?.preferred_output).not.toEqual(row?.non_preferred_output);
  });
});
