import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCallCases } from './read-call-cases.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-cases-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TOOLS = [
  { type: 'function', function: { name: 'book', parameters: { properties: { guest: { type: 'string' } } } } },
];
const own = {
  id: 'a',
  query: 'Book it.',
  tools: TOOLS,
  expected: [{ tool: 'book', arguments: { guest: { equals: 'Mia' } } }],
};
const theirs = {
  id: 'b',
  query: 'Book it.',
  tools: TOOLS,
  expected_tool: 'book',
  expected_args: { guest: ['Mia', 'Leo'], room: null, beds: 2 },
};

async function read(text: string) {
  const path = join(folder, 'cases.jsonl');
  writeFileSync(path, text);
  return readCallCases(path);
}

it('reads cases of ours and of AgentSynth, as JSON lines or a list', async () => {
  const lines = await read(`${JSON.stringify(own)}\n\n${JSON.stringify(theirs)}\n`);
  expect(lines).toMatchObject([
    { id: 'a', tools: [{ name: 'book' }], expected: own.expected },
    {
      id: 'b',
      expected: [
        {
          tool: 'book',
          arguments: { guest: { oneOf: ['Mia', 'Leo'] }, room: { present: true }, beds: { equals: 2 } },
        },
      ],
    },
  ]);
  expect(await read(JSON.stringify([own, theirs]))).toEqual(lines);
});

it.each([
  ['{"id": "a"}', 'line 1 needs the texts id and query'],
  [`${JSON.stringify(own)}\n{"id":`, 'line 2 is no JSON object'],
  [JSON.stringify({ ...own, expected: ['book'] }), 'each of expected is'],
  [JSON.stringify({ ...own, expected: undefined }), 'needs expected, a list of calls, or expected_tool'],
  [JSON.stringify({ ...own, tools: [{}] }), 'it has no name'],
  [
    JSON.stringify({ ...own, expected: [{ tool: 'book', arguments: { guest: 'Mia' } }] }),
    'is an object with equals',
  ],
  [JSON.stringify({ ...own, expected: [{ tool: 'fly' }] }), "which it doesn't offer"],
  [JSON.stringify([own, own]), 'has the id of another case'],
])('refuses %s', async (text, words) => {
  await expect(read(text)).rejects.toMatchObject({
    code: 'benchmarks/invalid_case',
    message: expect.stringContaining(words),
  });
});

it('refuses an empty file', async () => {
  await expect(read('')).rejects.toMatchObject({ code: 'benchmarks/no_cases' });
});
