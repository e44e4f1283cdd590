import { describe, expect, it } from 'vitest';
import { finished, sampleTrajectories } from '../testing/sample-trajectories.js';
import { createTrajectory } from '../trajectory-id.js';
import { openAIJsonl } from './openai-jsonl.js';
import { openAIPreferences } from './preference-formats.js';

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

describe('what fine-tuning services ask of pairs', () => {
  it.each(['turn', 'rest'] as const)('is kept with the completion %s', (completion) => {
    const rejected = createTrajectory({
      ...finished,
      steps: [
        ...finished.steps.slice(0, 4),
        { type: 'code_execution', callId: 'call_2', tool: 'python', code: '250 * 3' },
        ...finished.steps.slice(5),
      ],
    });
    const pair = { taskId: 't', chosen: finished, rejected, by: 'outcome', margin: 1 } as const;
    const [row, ...more] = rowsOf(openAIPreferences.encode([pair], { completion }).text);
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
