import { expect, it } from 'vitest';
import type { Json } from '../../core/index.js';
import type { ToolOutcome } from '../../tools/index.js';
import { checkableSchema } from './checkable-schema.js';
import { mcpObservation } from './mcp-observation.js';

const observe = (value: Json) => mcpObservation('look', { ok: true, value } as ToolOutcome);

it.each<[string, Json, string]>([
  ['a text', 'two', 'two'],
  ['data', { pieces: 2 }, '{"pieces":2}'],
  ['no blocks', { content: [] }, '{"content":[]}'],
  [
    'texts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    'a\nb',
  ],
  ['a text that is none', { content: [{ type: 'text', text: 7 }] }, '[text]'],
  ['a block with a text that is of another kind', { content: [{ type: 'note', text: 'a' }] }, '[note]'],
  [
    'a picture',
    { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
    '[image image/png, 4 characters of base64]',
  ],
  ['a link', { content: [{ type: 'resource_link', uri: 'a:b', name: 'log' }] }, '[resource_link log]'],
  ['what is no block', { content: [3] }, '3'],
])('says %s in words and keeps it as data', (_, value, content) => {
  expect(observe(value)).toEqual({ status: 'ok', content, data: value, error: null });
});

it('is of the error that the server named, but breaks the world where the server is gone', () => {
  const failed = (fault: string, cause?: unknown) =>
    mcpObservation('look', { ok: false, fault, error: 'no', cause } as ToolOutcome);
  expect(failed('failed')).toMatchObject({ status: 'error', error: { type: 'mcp_error' } });
  expect(failed('bad_result')).toMatchObject({ error: { type: 'limit' } });
  expect(failed('invalid_arguments')).toMatchObject({ error: { type: 'invalid_arguments' } });
  for (const code of ['ECONNRESET', 'tools/mcp_lost', 'tools/mcp_unreachable', 'tools/mcp_closed'])
    expect(() => failed('failed', { code })).toThrow('failed at look');
  expect(() => failed('timeout')).toThrow('failed at look');
});

it('takes patterns that need backtracking out of schemas, but not names and data that look like them', () => {
  const bad = { type: 'string', pattern: '(?=a)b' };
  expect(checkableSchema({ type: 'string', pattern: 'a+' })).toEqual({ type: 'string', pattern: 'a+' });
  expect(
    checkableSchema({
      properties: { pattern: bad, default: bad },
      patternProperties: { '(?=a)b': {} },
      items: [bad],
      const: bad,
      enum: [bad],
    }),
  ).toEqual({
    properties: { pattern: { type: 'string' }, default: { type: 'string' } },
    items: [{ type: 'string' }],
    const: bad,
    enum: [bad],
  });
});
