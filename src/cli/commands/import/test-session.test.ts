import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SKIPPED } from '../../../sandbox/cpython/test-engine.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { callCommandLine } from '../../command-line.fixture.js';

const call = (id: string, command: string) => ({
  type: 'message',
  message: { role: 'assistant', content: [{ type: 'toolCall', id, name: 'bash', arguments: { command } }] },
});
const result = (id: string, text: string) => ({
  type: 'message',
  message: { role: 'toolResult', toolCallId: id, toolName: 'bash', content: [{ type: 'text', text }] },
});
const session = (id: string, ...steps: readonly object[]) =>
  [
    { type: 'session', id, version: 3, cwd: '/home/me/shop' },
    { type: 'message', message: { role: 'user', content: 'Make the price 2.' } },
    ...steps,
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
const edit = [call('c1', 'sed -i s/1/2/ price.py && cat price.py'), result('c1', 'price = 2\n')];

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-test-session-'));
  mkdirSync(join(cwd, 'shop'));
  writeFileSync(join(cwd, 'shop', 'price.py'), 'price = 1\n');
  const other = [call('c2', 'echo one'), result('c2', 'two\n')];
  writeFileSync(join(cwd, 'session.jsonl'), session('s', ...edit, ...other));
  writeFileSync(join(cwd, 'chat.jsonl'), '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant"');
  writeFileSync(join(cwd, 'masks.json'), '{"port": ":[0-9]+"}');
});
afterAll(() => rmSync(cwd, { recursive: true }));

const made = (...argv: string[]) => callCommandLine(['import', ...argv, '--test'], { cwd });

unless(SKIPPED).it(
  'writes a test, names what came out differently by its call id, and leaves the folder as it was',
  async () => {
    const { code, stdout } = await made('session.jsonl', '--workdir', 'shop', '--json');
    const different = [{ call_id: 'c2', reason: expect.stringContaining('it printed otherwise') }];
    const task = join(cwd, 'session.test');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { steps: 2, same: 1, different, not_run: [], task },
    ]);
    expect(readdirSync(task).sort()).toEqual([
      'files',
      'queries.json',
      'report.json',
      'session.jsonl',
      'tasks.jsonl',
      'world.json',
    ]);
    expect(readFileSync(join(cwd, 'shop', 'price.py'), 'utf8')).toBe('price = 1\n');
  },
);

it.each<[string, readonly string[], string]>([
  ['a log without a session', ['chat.jsonl'], 'chat.jsonl holds no session: line 1: '],
  ['a session that is not in it', ['session.jsonl', '--session', 'x'], 'holds no session x'],
  ['masks that are no list', ['session.jsonl', '--masks', 'masks.json'], 'masks.json holds no masks'],
])('refuses %s in one line and writes nothing', async (_what, argv, words) => {
  const { code, stderr } = await made(...argv, '--out', 'refused', '--quiet');
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(cwd, 'refused'))).toBe(false);
});
