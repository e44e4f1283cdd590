import { expect, it } from 'vitest';
import { splitThinking } from './split-thinking.js';

it.each([
  ['opened and closed', '<think>\nWhy?\n</think>\n\n42', 'Why?', '42'],
  ['opened by the prompt', 'Why?\n</think>\n42', 'Why?', '42'],
  ['with blanks before it', '\n <Thinking>Why?</Thinking>42', 'Why?', '42'],
  ['that never ends', '<think>\nWhy?', 'Why?', ''],
  ['that holds a code block', '<think>\n```py\nbad()\n```\n</think>\nx', '```py\nbad()\n```', 'x'],
])('takes thinking %s from the answer', (_, text, thinking, answer) => {
  expect(splitThinking(text)).toEqual({ thinking, answer });
});

it.each([
  ['a tag in a code block', "```python\nprint('a </think> b')\n```"],
  ['a tag in quotes', 'Close it with "</think>".'],
  ['an opening tag in a sentence', 'Models write <think> first.'],
  ['no tag', '42'],
])('leaves an answer with %s as it is', (_, text) => {
  expect(splitThinking(text)).toEqual({ thinking: '', answer: text });
});
