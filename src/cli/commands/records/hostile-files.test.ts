import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCommandLine } from '../../command-line.fixture.js';
import { numberedRecords } from './numbered-records.fixture.js';

const records = numberedRecords(5).join('');
const lines = records.trimEnd().split('\n');
const [first = ''] = lines;
const chat = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}';
const wide = Buffer.from(records, 'utf16le');

const COMMANDS = {
  import: [],
  redact: [],
  export: ['--format', 'mettle', '--include', 'failed,not_checked,errors,unverified', '--split', 'any'],
  pairs: [],
  dedup: [],
} as const;
type Command = keyof typeof COMMANDS;
const names = Object.keys(COMMANDS) as readonly Command[];

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-hostile-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function call(command: Command, name: string) {
  const before = readdirSync(cwd);
  const options = [...COMMANDS[command], '--out', 'out.jsonl', '--quiet', '--json'];
  const { code, stdout, stderr } = await callCommandLine([command, name, ...options], { cwd });
  const made = readdirSync(cwd).filter((each) => !before.includes(each));
  const written = made.includes('out.jsonl') ? readFileSync(join(cwd, 'out.jsonl'), 'utf8') : null;
  for (const each of made) rmSync(join(cwd, each), { recursive: true });
  return { code, stdout, stderr, made, written };
}

/** Files that hold nothing that the commands read, and what is said of each. */
const REFUSED: readonly (readonly [what: string, data: Buffer | string, words: RegExp])[] = [
  ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), /UTF-8: save .* iconv/],
  ['UTF-16 without one', wide, /UTF-8: save .* iconv/],
  ['UTF-16 of the other order', Buffer.from(wide).swap16(), /UTF-8: save .* iconv/],
  ['another encoding', Buffer.from('{"id": "caf\u00e9"}\n', 'latin1'), /UTF-8: save .* iconv/],
  [
    'Parquet',
    Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(99, 7)]),
    /it is a Parquet file: write it as JSON/,
  ],
  ['a ZIP archive', Buffer.from('504b030414000000', 'hex'), /ZIP archive: unpack it|archive can't be read/],
  ['what xz packed', Buffer.from('fd377a585a000004', 'hex'), /packed with xz: unpack it/],
  ['CSV', 'id,prompt,answer\n1,"What?",4\n', /not JSON|begins no JSON object.*mettle import/],
  ['zeros', Buffer.alloc(5000), /not JSON|begins no JSON object/],
  ['lines that end as on an old Mac', lines.join('\r'), /not JSON|last line is incomplete/],
  ['a torn gzip file', gzipSync(records).subarray(0, 30), /the packed data ends here/],
  ['nesting without end', `${'['.repeat(100_000)}\n`, /nested deeper|not JSON|begins no JSON object/],
  ['objects without end', `${'{"a":'.repeat(100_000)}\n`, /nested deeper|JSON/],
  ['nothing', '', /is empty/],
  ['blank lines', '\n\r\n  \n', /is empty/],
  [
    'a gzip bomb of line breaks',
    gzipSync(Buffer.concat([Buffer.from('['), Buffer.alloc(2 ** 22, '\n')])),
    /JSON/,
  ],
];

describe('a file that holds no record', () => {
  it.each(REFUSED)('is refused in one line that says what it is: %s', async (_what, data, words) => {
    writeFileSync(join(cwd, 'given.jsonl'), data);
    for (const command of names) {
      const { code, stderr, made } = await call(command, 'given.jsonl');
      expect([code, stderr, made], command).toEqual([2, expect.stringMatching(words), []]);
      expect(stderr.trim().split('\n'), command).toHaveLength(1);
      expect(stderr.length, command).toBeLessThan(600);
    }
  });

  it('is refused without opening it, where it is a pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(cwd, 'pipe.jsonl')]);
    for (const command of names) {
      const { code, stderr, made } = await call(command, 'pipe.jsonl');
      expect([code, stderr, made]).toEqual([
        2,
        expect.stringContaining('pipe.jsonl: it is no file but a pipe'),
        [],
      ]);
    }
  });

  it('is refused where links lead in a circle', async () => {
    symlinkSync('loop.jsonl', join(cwd, 'loop.jsonl'));
    for (const command of names) {
      const { code, stderr, made } = await call(command, 'loop.jsonl');
      expect([code, stderr, made]).toEqual([2, expect.stringContaining('loop.jsonl'), []]);
      expect(stderr).not.toMatch(/\bELOOP\b/);
    }
  });
});

describe('records in a file', () => {
  it.each([
    ['with a byte order mark', `\ufeff${records}`],
    ['with the line ends of Windows', lines.map((line) => `${line}\r\n`).join('')],
    ['without a last line end', lines.join('\n')],
    ['between blank lines', `\n\n${lines.join('\n \n\n')}\n\n`],
  ])('are all read %s', async (_what, data) => {
    writeFileSync(join(cwd, 'given.jsonl'), data);
    writeFileSync(join(cwd, 'plain.jsonl'), records);
    for (const command of ['import', 'redact', 'export', 'dedup'] as const) {
      const [given, plain] = [await call(command, 'given.jsonl'), await call(command, 'plain.jsonl')];
      expect([given.code, given.written]).toEqual([0, plain.written]);
    }
  });

  it('are read through a link, which stays one', async () => {
    writeFileSync(join(cwd, 'behind.jsonl'), records);
    symlinkSync('behind.jsonl', join(cwd, 'link.jsonl'));
    expect((await call('redact', 'link.jsonl')).written).toBe(records);
    expect(readFileSync(join(cwd, 'behind.jsonl'), 'utf8')).toBe(records);
  });

  it('are taken from between lines of other forms, each of which is named', async () => {
    const strange = [chat, '[1]', '"x"', '3', 'null', 'id,prompt', first.slice(0, 200)];
    writeFileSync(join(cwd, 'mixed.jsonl'), [first, ...strange].join('\n'));
    for (const command of ['redact', 'export', 'dedup'] as const) {
      const { code, stdout, written } = await call(command, 'mixed.jsonl');
      expect([code, written]).toEqual([1, `${first}\n`]);
      const { skipped } = JSON.parse(stdout) as { readonly skipped: readonly { readonly line: number }[] };
      expect(skipped.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
      const text = await callCommandLine([command, 'mixed.jsonl', ...COMMANDS[command], '--out', 'o'], {
        cwd,
      });
      expect(text.stdout).toContain('line 8: the last line is incomplete');
    }
    const pairs = await callCommandLine(['pairs', 'mixed.jsonl'], { cwd });
    expect([pairs.code, pairs.stdout]).toEqual([
      1,
      expect.stringContaining('line 8: the last line is incomplete'),
    ]);
  });
});
