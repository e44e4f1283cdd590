import { expect, it } from 'vitest';
import { ToolFailure } from '../tool.js';
import { foreignSchema } from './foreign-text.js';
import { mcpValue } from './mcp-result.js';

it('the words of a schema are made visible whatever its members are called, and data stays as it is', () => {
  const member = { description: 'x\u001b[2Jy', const: '\u202e' };
  const names = ['default', 'const', 'enum', 'examples', 'description', 'properties'];
  const schema = { properties: Object.fromEntries(names.map((name) => [name, member])), default: '\u202e' };
  const shown = { description: 'x\\x1b[2Jy', const: '\u202e' };
  expect(foreignSchema(schema)).toEqual({
    properties: Object.fromEntries(names.map((name) => [name, shown])),
    default: '\u202e',
  });
});

it('the words of an error are made visible, and no longer than a model can read', () => {
  const words = `shut\u001b]0;x\u0007\u202e${'x'.repeat(1_000_000)}`;
  const failing = (): unknown => mcpValue('buy', { content: [{ type: 'text', text: words }], isError: true });
  expect(failing).toThrow(ToolFailure);
  expect(failing).toThrow(/^buy reports an error: shut\\x1b\]0;x\\x07\\u202ex{1,10000} \[cut off\]$/);
});
