import { describe, expect, it } from 'vitest';
import type { ModelResponse } from '../../models/index.js';
import { scriptedModel } from '../../testing/index.js';
import type { Trainable } from '../../training/index.js';
import { type Proposal, readProposal } from './read-proposal.js';

const script: Trainable = {
  key: 'm/state_m',
  kind: 'script',
  schema: { type: 'object' },
  value: { python_script: 'x = 1' },
  seeds: [],
  description: '',
  constraints: [],
  validate: async (value) =>
    JSON.stringify(value).includes('((') ? 'The script is not valid Python: never closed' : null,
};
const plan: Trainable = {
  ...script,
  kind: 'plan',
  validate: async (value) => (JSON.stringify(value).includes('steps') ? null : 'needs "steps"'),
};

async function reply(text: string, more: Partial<ModelResponse> = {}): Promise<ModelResponse> {
  const response = await scriptedModel([text]).call({ messages: [{ role: 'user', content: 'go' }] });
  return { ...response, ...more };
}
const read = async (text: string, more?: Partial<ModelResponse>, variable = script): Promise<Proposal> =>
  readProposal(variable, await reply(text, more));

describe('readProposal', () => {
  it('takes the code and the rule of a reply', async () => {
    expect(await read('**Rule:** double `a`.\n\n```python\nresult = {"b": 2}\n```\nDone.')).toEqual({
      ok: true,
      value: { python_script: 'result = {"b": 2}' },
      idea: 'double a.',
    });
  });

  it.each([
    ['an empty reply', '  \n', {}, /empty/],
    ['a refusal', 'I cannot help with that.', {}, /no Python/],
    ['a blocked reply', '', { finishReason: 'content-filter' as const }, /blocked/],
    ['another language', '```javascript\nconst b = 2;\nconsole.log(b);\n```', {}, /no Python/],
    [
      'a reply at its longest',
      '```python\nresult = {"b": 2}\n```',
      { finishReason: 'length' as const },
      /cut off/,
    ],
    ['code cut in its middle', 'Rule: x\n```python\nresult = {"b": [1,', {}, /cut off|not valid Python/],
    ['an empty block', 'Rule: x\n```python\n```', {}, /code block of the reply is empty$/],
    ['a block that never begins', 'Rule: x\n```python\n', {}, /ends where its Python code block begins/],
    ['code that the variable refuses', '```python\nresult = ((\n```', {}, /not valid Python/],
  ])('proposes nothing for %s', async (_name, text, more, reason) => {
    expect(await read(text, more)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each([
    ['fenced', 'Rule: plan\n```json\n{"steps": ["a"]}\n```'],
    ['bare', '{"steps": ["a"]}'],
    ['inside prose', 'Here: {"steps": ["a"]} as asked'],
  ])('takes an object that is %s', async (_name, text) => {
    expect(await read(text, {}, plan)).toMatchObject({ ok: true, value: { steps: ['a'] } });
  });

  it('refuses JSON that is none, and what the variable does not take', async () => {
    expect(await read('{"steps": [', {}, plan)).toMatchObject({ ok: false });
    expect(await read('{"other": 1}', {}, plan)).toEqual({ ok: false, reason: 'needs "steps"' });
  });
});
