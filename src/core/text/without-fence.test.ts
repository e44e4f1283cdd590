import { expect, it } from 'vitest';
import { withoutFence } from './without-fence.js';

it.each([
  ['```json\n{"a": 1}\n```', '{"a": 1}'],
  ['\n~~~\r\n[1,\n2]\r\n~~~ \n', '[1,\n2]'],
  ['```JSON {"a": 1}```', '{"a": 1}'],
  ['``````', ''],
  ['```json\n{}', '```json\n{}'],
  ['`````', '`````'],
  [' {"a": "```"} ', ' {"a": "```"} '],
])('gives the content of a fence alone, and other text as it is: %j', (text, content) => {
  expect(withoutFence(text)).toBe(content);
});
