import { expect, it } from 'vitest';
import { RandomStream } from '../core/index.js';
import { splitThinking } from '../python/internal.js';
import { scriptedModel } from '../testing/index.js';
import { openModel } from './index.js';
import { ThinkingStream } from './thinking-stream.js';

const REPLIES = [
  '<think>Politely.</think>\nHi',
  '\n <THINKING>\n one\n\n two \n</THINKING>\n\nThe answer is 4.\n',
  '<think>never closed, 1 < 2',
  '<think></think>4',
  'No thinking at all: 1 < 2 and <b>bold</b>.',
  '<thimble> is no tag',
  '<',
  '   ',
  '',
  '<think>It prints "</think>" there.</think>\nDone',
  '<think>\n```python\nx = "a</think>b"\n```\nso</think>\n```python\nprint("</think>")\n```',
  '<reasoning>a</reasoning>b',
  '<think>tail</think>',
];

function split(pieces: readonly string[]): { readonly text: string; readonly reasoning: string } {
  const stream = new ThinkingStream();
  const parts = [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()];
  const joined = (kind: string): string =>
    parts.map(({ type, text }) => (type === kind ? text : '')).join('');
  return { text: joined('text'), reasoning: joined('reasoning') };
}

it.each(REPLIES)('splits %j however it comes in pieces', (reply) => {
  const { thinking, answer } = splitThinking(reply);
  const random = new RandomStream(0, reply);
  for (let time = 0; time < 60; time++) {
    const pieces: string[] = [];
    for (let at = 0; at < reply.length; ) {
      const size = time === 0 ? 1 : random.integer(1, 6);
      pieces.push(reply.slice(at, at + size));
      at += size;
    }
    expect(split(pieces), JSON.stringify(pieces)).toEqual({ text: answer, reasoning: thinking });
  }
  expect(split([reply])).toEqual({ text: answer, reasoning: thinking });
});

it('gives thinking and answer as they come', () => {
  const stream = new ThinkingStream();
  const given = ['<thi', 'nk>One', ' two', '. </th', 'ink>', 'Fo', 'ur'].map((piece) => stream.push(piece));
  const [reasoning, text] = ['reasoning' as const, 'text' as const];
  expect(given).toEqual([
    [],
    [{ type: reasoning, text: 'One' }],
    [{ type: reasoning, text: ' two' }],
    [{ type: reasoning, text: '.' }],
    [],
    [{ type: text, text: 'Fo' }],
    [{ type: text, text: 'ur' }],
  ]);
});

it('takes time in proportion to the length, whatever the tags', () => {
  const stream = new ThinkingStream();
  let given = 0;
  const piece = 'x = "</think>"; ';
  for (const each of ['<think>```\n', ...Array.from({ length: 20_000 }, () => piece)]) {
    given += stream.push(each).reduce((sum, { text }) => sum + text.length, 0);
  }
  expect(given).toBeGreaterThan(19_000 * piece.length);
});

it('holds for what every model streams', async () => {
  const model = openModel(scriptedModel(['<think>Politely.</think>\nHi']));
  const pieces: string[] = [];
  for await (const event of model.stream({ messages: [{ role: 'user', content: 'Hello' }] })) {
    if (event.type === 'text' || event.type === 'reasoning') pieces.push(`${event.type} ${event.text}`);
  }
  expect(pieces).toEqual(['reasoning Politely.', 'text Hi']);
});
