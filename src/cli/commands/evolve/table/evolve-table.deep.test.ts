import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type CommandLineOptions,
  type CommandLineResult,
  callCommandLine,
} from '../../../command-line.fixture.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mettle-table-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const evolve = (argv: readonly string[], options: CommandLineOptions = {}): Promise<CommandLineResult> =>
  callCommandLine(['evolve', ...argv, '--max-evaluations', '100000'], { ...options, cwd: folder });
const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

/** Less the colours of a terminal, and nothing else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const uncoloured = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

/** Mark at the start, quotes that need not be there, CRLF, a blank line, no end to the last line: nothing may change. */
const PHONES = [
  '\ufeffid,"who",phone',
  '1,"Lovelace, Ada",(555) 123-4567',
  '2,Turing,"(555) 987-6543"',
  '',
  '3,"Hopper ""Amazing"" Grace",(212) 555-0199',
  '4,Thompson,(415) 555-0100',
  '5,Liskov,(617) 555-0142',
  '6,Perlman,(408) 555-0177',
  '7,Lee,ext. 4411',
  '8,Codd,(312) 555-0123',
].join('\r\n');
const CLEAN = PHONES.replaceAll(/\((\d+)\) /g, '$1-');
const FIXED = 'id,phone\n1,555-123-4567\n2,555-987-6543\n3,212-555-0199\n4,415-555-0100\n5,617-555-0142\n';

const NAMES = ['Ada Lovelace', 'Tony Hoare', 'Barbara Stone', 'Ken Thompson', 'Tim Lee', 'Radia Perlman'];
const surname = (name: string): string => (name.split(' ')[1] ?? '').toUpperCase();

describe('mettle evolve TABLE --apply', () => {
  it('corrects a column, leaves every other byte alone, and puts unsure rows into a file of their own', async () => {
    await put('fix.csv', FIXED);
    await put('data.csv', PHONES);
    const result = await evolve(['fix.csv', '--apply', 'data.csv', '--out', 'clean.csv']);
    expect(result.code).toBe(0);
    expect(await read('clean.csv')).toBe(CLEAN);
    expect(await read('clean.unsure.csv')).toBe('\ufeffid,"who",phone\r\n7,Lee,ext. 4411\r\n');
    expect(await read('data.csv')).toBe(PHONES);
    expect(result.stdout).toContain('def transform(text):\n    """phone, corrected"""\n');
    expect(result.stdout).toContain('learned from 5 rows of fix.csv; held out 1/1, confidence medium\n');
    expect(result.stdout).toContain('# 7 of 8 rows change:\n  line 2: (555) 123-4567 → 555-123-4567\n');
    expect(result.stdout).toContain(
      '  line 9: ext. 4411 (scripts that fit disagree: ext-4411 or EXT-4411)\n',
    );
    expect(result.stdout).toMatch(/# Wrote clean\.csv; the unsure rows are in clean\.unsure\.csv\.\n$/);
    expect(result.stderr).toContain('search phone  0/');
  });

  it('corrects the rest of a table from a copy of it in which some rows were edited', async () => {
    const rows = PHONES.split('\r\n');
    await put(
      'fix.csv',
      rows.map((row, at) => (at < 7 ? row.replace(/\((\d+)\) /, '$1-') : row)).join('\r\n'),
    );
    await put('data.csv', PHONES);
    const result = await evolve(['fix.csv', '--apply', 'data.csv', '--out', 'clean.csv']);
    expect(result.stdout).toContain('learned from 5 rows of fix.csv; held out 1/1, confidence medium\n');
    expect(await read('clean.csv')).toBe(CLEAN);
  });

  it('shows without --out, writes nothing, and says how to; --json is one document', async () => {
    await put('fix.csv', FIXED);
    await put('data.csv', PHONES);
    const shown = await evolve(['fix.csv', '--apply', 'data.csv']);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(
      /# Nothing was written: --out FILE writes the table, --in-place replaces data\.csv\.\n$/,
    );
    const { stdout } = await evolve(['fix.csv', '--apply', 'data.csv', '--json']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      columns: [
        {
          column: 'phone',
          kind: 'correct',
          reads: ['phone'],
          script: expect.stringContaining('def transform'),
          holdout: { passed: 1, total: 1, rate: 1 },
          confidence: 'medium',
          advice: [],
          changed: 7,
          unsure: 1,
          unsure_rows: [{ line: 9, why: 'scripts that fit disagree: ext-4411 or EXT-4411' }],
        },
      ],
      output: null,
      unsure_output: null,
    });
    expect(document.columns[0].changes[0]).toEqual({
      line: 2,
      before: '(555) 123-4567',
      after: '555-123-4567',
    });
    expect((await readdir(folder)).sort()).toEqual(['data.csv', 'fix.csv']);
  });

  it('asks at a terminal, and replaces the table only at a yes', async () => {
    const rows = NAMES.map((name, index) => `${name}\t${index < 4 ? surname(name) : ''}\n`);
    const text = `name\tsurname\n${rows.join('')}`;
    await put('people.tsv', text);
    const argv = ['people.tsv', '--apply', 'people.tsv', '--in-place'];
    const refused = await evolve(argv, { terminal: true, answer: 'n' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('  line 6: Tim Lee → LEE\n');
    expect(refused.stderr).toContain('Write 2 changed rows to people.tsv? [y/N] ');
    expect(uncoloured(refused.stdout)).toBe('# Nothing was written.\n');
    expect(await read('people.tsv')).toBe(text);
    await symlink('people.tsv', join(folder, 'link.tsv'));
    const agreed = await evolve(['people.tsv', '--apply', 'link.tsv', '--in-place'], {
      terminal: true,
      answer: 'y',
    });
    expect({ ...agreed, stdout: uncoloured(agreed.stdout) }).toMatchObject({
      code: 0,
      stdout: '# Wrote link.tsv.\n',
    });
    expect(await read('people.tsv')).toBe(
      `name\tsurname\n${NAMES.map((name) => `${name}\t${surname(name)}\n`).join('')}`,
    );
    expect((await readdir(folder)).sort()).toEqual(['link.tsv', 'people.tsv']);
  });

  it('is unsure where scripts that fit the examples disagree', async () => {
    const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Ken Thompson'];
    await put('fix.csv', `name,surname\n${names.map((name) => `${name},${surname(name)}\n`).join('')}`);
    await put('data.csv', 'name\nTim Lee\nAlan Turing\n');
    const { stdout } = await evolve(['fix.csv', '--apply', 'data.csv', '--json']);
    const [{ unsure_rows: unsure, changes }] = JSON.parse(stdout).columns;
    expect(unsure).toEqual([
      { line: 2, why: expect.stringMatching(/^scripts that fit disagree: (TIM or LEE|LEE or TIM)$/) },
    ]);
    expect(changes).toEqual([{ line: 3, before: '', after: 'TURING' }]);
  });

  it('adds a column that takes two columns to compute, across formats', async () => {
    const initials = (first: string, last: string): string => `${last.toUpperCase()}, ${first[0]}.`;
    const people = NAMES.map((name) => name.split(' ') as [string, string]);
    await put(
      'fix.csv',
      `last,first,label\n${people.map(([first, last]) => `${last},${first},"${initials(first, last)}"\n`).join('')}`,
    );
    await put(
      'data.jsonl',
      '{"first": "Ann", "last": "Cole", "n": 1}\r\n{"n": 2, "last": "Dent", "first": "Bo\\u0062"}\r\n',
    );
    const { code, stdout } = await evolve([
      'fix.csv',
      '--apply',
      'data.jsonl',
      '--out',
      'out.jsonl',
      '--json',
    ]);
    expect({ code, document: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      document: {
        columns: [{ column: 'label', kind: 'new', reads: ['last', 'first'], changed: 2, unsure: 0 }],
        output: 'out.jsonl',
        unsure_output: null,
      },
    });
    expect(await read('out.jsonl')).toBe(
      '{"first": "Ann", "last": "Cole", "n": 1, "label": "COLE, A."}\r\n{"n": 2, "last": "Dent", "first": "Bo\\u0062", "label": "DENT, B."}\r\n',
    );
  });

  it('abstains with exit code 1, writes nothing and says what would help', async () => {
    await put('fix.csv', 'key,code\nk1,3812\nk2,99\nk3,17\nk4,4410\n');
    await put('data.csv', 'key\nk5\n');
    const argv = ['fix.csv', '--apply', 'data.csv', '--out', 'out.csv', '--max-evaluations', '3000'];
    const { code, stdout } = await callCommandLine(['evolve', ...argv], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain('# code: abstained on 4 rows of fix.csv');
    expect(stdout).toContain('# - Give at least six examples; there are 4.\n');
    expect(stdout).toMatch(/# Nothing was written\.\n$/);
    const document = JSON.parse(
      (await callCommandLine(['evolve', ...argv, '--json'], { cwd: folder })).stdout,
    );
    expect(document).toMatchObject({ columns: [{ script: null, changed: 0, unsure: 0 }], output: null });
    expect(document.columns[0].advice).toContain('Give at least six examples; there are 4.');
    expect((await readdir(folder)).sort()).toEqual(['data.csv', 'fix.csv']);
  });

  it('does not overwrite rows that somebody may have filled in since', async () => {
    await put('fix.csv', FIXED);
    await put('data.csv', PHONES);
    await put('clean.unsure.csv', 'id,phone\n7,my own work\n');
    const argv = ['fix.csv', '--apply', 'data.csv', '--out', 'clean.csv'];
    const refused = await evolve(argv);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('clean.unsure.csv exists'),
    });
    expect((await readdir(folder)).sort()).toEqual(['clean.unsure.csv', 'data.csv', 'fix.csv']);
    expect((await evolve([...argv, '--yes'])).code).toBe(0);
    expect(await read('clean.unsure.csv')).toContain('7,Lee,ext. 4411');
  });

  it('shows hostile cells as text', async () => {
    const cells = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `\u001b]0;${letter}\u0007\u202e${letter}`);
    await put(
      'fix.csv',
      `raw,upper\n${cells.map((cell) => `${cell},${cell.slice(-1).toUpperCase()}\n`).join('')}`,
    );
    await put('data.csv', `raw\n${cells.join('\n')}\n`);
    const { code, stdout, stderr } = await evolve(['fix.csv', '--apply', 'data.csv'], { terminal: true });
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
    expect(uncoloured(stdout + stderr)).not.toMatch(/[\u001b\u0007\u202e]/);
  });

  it('writes names of columns into a script as text, whatever they are', async () => {
    const name = `a'"] or __import__('os').system('id') #\\ \u001b[31m`;
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const rows = NAMES.map((each) => each.split(' ') as [string, string]);
    const label = ([first, last]: readonly [string, string]): string => `${first}-${last}`;
    await put(
      'fix.csv',
      `${quoted},last,"""new"" \nname"\n${rows.map((row) => `${row.join()},${label(row)}\n`).join('')}`,
    );
    await put('data.csv', `${quoted},last\nAnn,Cole\n`);
    const { code, stdout } = await evolve(['fix.csv', '--apply', 'data.csv', '--out', 'out.csv']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('→ Ann-Cole') });
    expect(await read('out.csv')).toBe(`${quoted},last,"""new"" \nname"\nAnn,Cole,Ann-Cole\n`);
  });

  it.each([
    ['a table without --apply', ['fix.csv'], /fix\.csv is a table: name the one to complete with --apply/],
    ['--apply with a task', ['task.json', '--apply', 'data.csv'], /--apply takes its examples from a table/],
    ['--apply to what is no table', ['fix.csv', '--apply', 'task.json'], /task\.json is not a table/],
    ['--yes without --apply', ['task.json', '--yes'], /--yes goes with a table and --apply/],
    ['a table that is not there', ['fix.csv', '--apply', 'nowhere.csv'], /there is no such file/],
    [
      '--out and --in-place',
      ['fix.csv', '--apply', 'data.csv', '--out', 'x.csv', '--in-place'],
      /give one of them/,
    ],
    [
      '--in-place where nobody can be asked',
      ['fix.csv', '--apply', 'data.csv', '--in-place'],
      /it needs --yes/,
    ],
    [
      '--out over the table',
      ['fix.csv', '--apply', 'data.csv', '--out', './data.csv'],
      /is the table itself/,
    ],
    ['--out over the examples', ['fix.csv', '--apply', 'data.csv', '--out', 'fix.csv'], /is the examples/],
    [
      'unsure rows over the examples',
      ['x.unsure.csv', '--apply', 'data.csv', '--out', 'x.csv'],
      /is the examples/,
    ],
    [
      '--out in no folder',
      ['fix.csv', '--apply', 'data.csv', '--out', 'no/x.csv'],
      /its folder does not exist/,
    ],
    ['--out that is a folder', ['fix.csv', '--apply', 'data.csv', '--out', 'folder'], /is a folder/],
    ['bytes that are no text', ['fix.csv', '--apply', 'latin.csv'], /latin\.csv is not UTF-8 text/],
    ['too large a table', ['fix.csv', '--apply', 'large.csv'], /larger than 10 MB/],
    [
      'a quote that is never closed',
      ['fix.csv', '--apply', 'open.csv'],
      /line 2: has a quote that is never closed/,
    ],
    [
      'examples that contradict each other',
      ['twice.csv', '--apply', 'data.csv'],
      /Lines 2 and 3 are the same/,
    ],
  ])('refuses %s in one line', async (_name, argv, message) => {
    await Promise.all([
      put('fix.csv', FIXED),
      put('x.unsure.csv', FIXED),
      put('data.csv', PHONES),
      put('task.json', '{}'),
      put('open.csv', 'id,phone\n1,"2\n'),
      put('twice.csv', 'who,new\nLee,x\nLee,y\n'),
      writeFile(join(folder, 'latin.csv'), Buffer.from('id,phone\n1,\xe9\n', 'latin1')),
      argv.includes('large.csv') ? put('large.csv', 'a,'.repeat(6_000_000)) : null,
      mkdir(join(folder, 'folder')),
    ]);
    const before = (await readdir(folder)).sort();
    const { code, stdout, stderr } = await evolve(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line !== 'open a sandbox'),
    ).toHaveLength(1);
    expect((await readdir(folder)).sort()).toEqual(before);
  });
});
