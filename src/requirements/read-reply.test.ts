import { describe, expect, it } from 'vitest';
import type { AssistantMessage, ModelAnswer } from './message.js';
import { checkReply } from './pipeline/check-reply.js';
import { PythonCodeExtraction } from './python/python-code-extraction.js';
import { multiTurn } from './repair/presets/multi-turn.js';
import { repairLoop } from './repair/repair-loop.js';
import { ToolArgument } from './tools/tool-argument.js';
import { UsesTool } from './tools/uses-tool.js';

const call = (written: string) => ({
  id: 'call_1',
  type: 'function',
  function: { name: 'run_python', arguments: written },
});
const calling = (written: string): AssistantMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: [call(written)],
});

describe('a message as an API writes it is an answer', () => {
  it.each<[string, ModelAnswer, string, string | null]>([
    [
      'a text',
      { role: 'assistant', content: 'Hi ```python\nx = 1\n```' },
      'Hi ```python\nx = 1\n```',
      'x = 1',
    ],
    ['tool calls alone', calling('{"code": "x = 2"}'), '', 'x = 2'],
    ['nothing', { content: null }, '', null],
    [
      'parts',
      {
        content: [
          { type: 'text', text: '```python\nx ' },
          { type: 'output_text', text: '= 3\n```' },
        ],
      },
      '```python\nx = 3\n```',
      'x = 3',
    ],
    [
      'parts with thoughts and a tool',
      {
        content: [
          { type: 'thinking', text: 'x = 0' },
          { type: 'text', text: 'Running.' },
          { type: 'tool_use', name: 'run_python', input: { code: 'x = 4' } },
        ],
      },
      'Running.',
      'x = 4',
    ],
    ['a refusal', { content: null, refusal: 'I will not.' }, 'I will not.', null],
    ['no tools', { content: 'a', tool_calls: null }, 'a', null],
    ['a call without arguments', calling(' '), '', null],
    ['calls without content', { tool_calls: [call('{"code": "x = 2"}')] }, '', 'x = 2'],
    ['a refusal as a part', { content: [{ type: 'refusal', refusal: 'No.' }] }, 'No.', null],
    [
      'thoughts of every sort',
      { content: [{ type: 'redacted_thinking' }, { type: 'reasoning' }, { type: 'text', text: 'x' }] },
      'x',
      null,
    ],
    [
      'its own shape',
      { text: 'a', toolCalls: [{ name: 'python', arguments: { code: 'x = 5' } }] },
      'a',
      'x = 5',
    ],
  ])('%s', async (_name, answer, text, code) => {
    const report = await checkReply(answer, [PythonCodeExtraction()]);
    expect([report.artefact.text, report.code]).toEqual([text, code]);
  });

  it.each<[string, unknown, string?]>([
    ['a number as content', { content: 7 }],
    ['an image', { content: [{ type: 'image_url', image_url: { url: 'x' } }] }, 'the type "image_url"'],
    ['a part that is null', { content: [null] }],
    ['tool calls that are not a list', { content: null, tool_calls: { a: 1 } }],
    ['a call without a name', { content: null, tool_calls: [{ function: { arguments: '{}' } }] }],
    ['a call of another kind', { content: null, tool_calls: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['an object that is none', { choices: [] }],
    ['nothing', null],
    ['a number', 7],
    ['a text that is none', { text: 7 }],
    ['calls that are not a list', { text: '', toolCalls: {} }, 'tool calls as a list of { name, arguments }'],
    ['a call that is null', { text: '', toolCalls: [null] }, 'tool calls as a list'],
    [
      'a call whose arguments are text',
      { text: '', toolCalls: [{ name: 'a', arguments: '{}' }] },
      'tool calls as a list',
    ],
    [
      'a call whose arguments are a list',
      { text: '', toolCalls: [{ name: 'a', arguments: [] }] },
      'tool calls as a list',
    ],
    [
      'a call whose name is none',
      { text: '', toolCalls: [{ name: 1, arguments: {} }] },
      'tool calls as a list',
    ],
    [
      'a call that is not an object',
      { tool_calls: [7] },
      '{ function: { name, arguments } } with arguments as text',
    ],
    [
      'a call whose written arguments are an object',
      { tool_calls: [{ function: { name: 'a', arguments: {} } }] },
      'arguments as text',
    ],
    [
      'a part of text without text',
      { content: [{ type: 'text' }] },
      'parts of text, not one of the type "text"',
    ],
    ['a refusal without words', { content: [{ type: 'refusal' }] }, '"refusal"'],
    ['a tool without a name', { content: [{ type: 'tool_use', input: {} }] }, '"tool_use"'],
    ['a tool without input', { content: [{ type: 'tool_use', name: 'a' }] }, '"tool_use"'],
    ['a part without a type', { content: [{}] }, 'undefined'],
  ])('%s is refused', async (_name, answer, words = '') => {
    await expect(checkReply(answer as ModelAnswer, [PythonCodeExtraction()])).rejects.toMatchObject({
      code: 'requirements/invalid_reply',
      message: expect.stringContaining(words),
    });
  });

  it.each(['{"code": ', '[1]', '"x"', 'null'])(
    'arguments that are not an object are its failure: %s',
    async (written) => {
      const requirements = [
        UsesTool('run_python'),
        ToolArgument({ tool: 'run_python', argument: 'code', check: () => true }),
      ];
      const { results } = await checkReply(calling(written), requirements);
      expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
      expect(results[0]?.reason).toBe('run_python was called with arguments that are not a JSON object.');
    },
  );
});

it('a repair loop takes such messages, and a conversation keeps what was called', async () => {
  const answers = [calling('{"code": "x ="}'), calling('{"code": "x = 1"}')];
  const outcome = await repairLoop({
    generate: (_messages, { attempt }) => answers[attempt - 1] ?? '',
    task: 't',
    requirements: [ToolArgument({ argument: 'code', check: (code) => String(code).endsWith('1') })],
    strategy: multiTurn(),
    fixes: [],
  });
  expect(outcome).toMatchObject({ ok: true, text: '', code: 'x = 1' });
  expect(outcome.attempts[1]?.messages.at(-2)).toEqual({
    role: 'assistant',
    content: 'run_python({"code":"x ="})',
  });
});
