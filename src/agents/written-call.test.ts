import { expect, it } from 'vitest';
import { writtenCall } from './written-call.js';

const tools = ['read_file', 'run_python_code'];

it.each([
  ['{"name": "read_file", "arguments": {"path": "a"}}', 'read_file'],
  ['[{"name": "read_file", "parameters": {"path": "a"}}]', 'read_file'],
  ['{"tool_calls": [{"function": {"name": "read_file", "arguments": "{}"}}]}', 'read_file'],
  ['{"action": "read_file", "action_input": {"path": "a"}}', 'read_file'],
  ['I will look.\n\n```json\n{"tool": "read_file", "args": {"path": "a"}}\n```\n', 'read_file'],
  [
    'First.\n<tool_call>{"name": "run_python_code", "arguments": {"code": "1"}}</tool_call> Then.',
    'run_python_code',
  ],
  ['<tool_call>\n{"name": "read_file", "arguments": {}}', 'read_file'],
  ['<function=read_file><parameter=path>a</parameter></function>', 'read_file'],
  ['read_file(path="a")', 'read_file'],
  ['[read_file(path="a"), read_file(path="b")]', 'read_file'],
  ['```python\nread_file("a")\n```', 'read_file'],
])('finds the call that is written in %j', (text, name) => {
  expect(writtenCall(text, tools)).toBe(name);
});

it.each([
  'The file says 3.',
  'I called read_file(path="a") and it was empty.',
  '{"name": "read_file"}',
  '{"name": "delete_all", "arguments": {}}',
  '{"name": "Ann", "arguments": ["for", "against"]}',
  'print(3)',
  '```python\ndef read_file(path):\n    return 1\n```',
  '[]',
  '{"tool_calls": []}',
  '',
])('finds none in %j', (text) => {
  expect(writtenCall(text, tools)).toBe(null);
});
