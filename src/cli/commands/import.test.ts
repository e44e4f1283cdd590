import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeTrajectories } from '../../records/index.js';
import { callCommandLine } from '../command-line.fixture.js';

const chat = (answer: string) =>
  JSON.stringify({
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: 'data:' } },
        ],
      },
      { role: 'assistant', content: answer },
    ],
  });
let cwd = '';

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-import-'));
  writeFileSync(join(cwd, 'chats.jsonl'), `${chat('one')}\n${chat('two')}\n`);
  writeFileSync(join(cwd, 'chats.jsonl.gz'), gzipSync(`${chat('one')}\n`));
  writeFileSync(join(cwd, 'torn.jsonl'), `${chat('one')}\n${chat('two').slice(0, 50)}`);
  writeFileSync(join(cwd, 'wide.jsonl'), Buffer.from(`\ufeff${chat('one')}\n`, 'utf16le'));
  writeFileSync(join(cwd, 'other.jsonl'), '{"a": 1}\n');
  writeFileSync(join(cwd, 'long.jsonl'), `${chat('one')}\n${'x'.repeat(2 ** 26 + 1)}\n${chat('two')}\n`);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const imported = (...argv: string[]) => callCommandLine(['import', ...argv], { cwd });

describe('mettle import', () => {
  it('writes the runs beside the file, and says as what they were read and what is lost', async () => {
    const { code, stdout } = await imported('chats.jsonl', '--json');
    expect(code).toBe(0);
    const document = JSON.parse(stdout);
    const { trajectories } = await decodeTrajectories(readFileSync(join(cwd, 'chats.mettle.jsonl'), 'utf8'));
    expect(trajectories.map(({ finalAnswer }) => finalAnswer)).toEqual(['one', 'two']);
    expect(document).toEqual({
      records: 2,
      skipped: [],
      skipped_count: 0,
      losses: trajectories.map(({ id }) => ({ id, what: 'an image' })),
      losses_count: 2,
      formats: [{ format: 'openai', records: 2, because: 'it has messages with roles' }],
      output: join(cwd, 'chats.mettle.jsonl'),
    });
    const { stdout: words } = await imported('chats.jsonl.gz', '--out', 'packed.jsonl');
    expect(words).toContain('1 imported to');
    expect(words).toContain('1 as openai because it has messages with roles');
    expect(words).toContain('1 times: an image');
  });

  it.each([
    ['torn.jsonl', 1, [{ line: 2, reason: expect.stringContaining('It may be cut off') }]],
    ['long.jsonl', 2, [{ line: 2, reason: expect.stringContaining('a line has at most') }]],
  ])('names lines of %s that hold no run, and ends with 1', async (file, records, skipped) => {
    const { code, stdout } = await imported(file, '--json', '--out', `of-${file}`);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { records, skipped }]);
  });

  it.each<[string, readonly string[], string]>([
    ['a form that is not known', ['chats.jsonl', '--format', 'word'], '--format is one of auto'],
    ['a file that is not there', ['absent.jsonl'], 'absent.jsonl'],
    ['a file of something else', ['other.jsonl'], 'line 1: it is in no form that is known'],
    ['a file in another encoding', ['wide.jsonl'], 'line 1: it is not UTF-8: save the file as UTF-8'],
    ['its own file as output', ['chats.jsonl', '--out', 'chats.jsonl'], '--out would replace chats.jsonl'],
  ])('refuses %s in one line and writes nothing', async (_what, argv, words) => {
    const before = readdirSync(cwd);
    const { code, stderr } = await imported(...argv, '--quiet');
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('leaves no file when it is stopped', async () => {
    const before = readdirSync(cwd);
    const { code } = await callCommandLine(['import', 'chats.jsonl', '--out', 'stopped.jsonl'], {
      cwd,
      interrupted: true,
    });
    expect(code).toBe(130);
    expect(readdirSync(cwd)).toEqual(before);
  });
});
