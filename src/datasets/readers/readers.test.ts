import { symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../dataset.js';
import { temporaryFolder } from '../temporary-folder.fixture.js';
import { csvDataset } from './csv.js';
import { imageFolderDataset } from './image-folder.js';
import { jsonDataset, jsonlDataset } from './json.js';
import { markdownDataset, textDataset } from './text.js';

const file = temporaryFolder();

/** The rows of a dataset, or why they can't be read. */
async function read(dataset: Dataset): Promise<unknown> {
  try {
    return (await dataset.materialize()).map(({ x }) => x);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('jsonlDataset', () => {
  it('reads an object in each line, with a byte order mark and without a last line feed', async () => {
    const path = file('good.jsonl', '\uFEFF{"a": "ü"}\r\n\n{"a": [1]}');
    expect(await read(jsonlDataset({ path }))).toEqual([{ a: 'ü' }, { a: [1] }]);
  });

  it.each([
    ['cut off', '{"a": 1}\n{"a": ', /^bad\.jsonl, line 2 is not JSON: .*It may be cut off\.$/],
    [
      'not an object',
      '{"a": 1}\n\n[1]\n',
      'bad.jsonl, line 3: a row is a JSON object with named fields, not [1].',
    ],
    [
      'Latin-1',
      Buffer.from('{"a": 1}\n{"a": "\xfc"}\n', 'latin1'),
      'bad.jsonl, line 2: this is not UTF-8. Save the file as UTF-8.',
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFF{"a": 1}\n', 'utf16le'),
      'bad.jsonl, line 1: this is UTF-16. Save the file as UTF-8.',
    ],
    [
      'hostile',
      '{"__proto__": {"x": 1}}',
      'bad.jsonl, line 1 has a member called __proto__, which is not allowed.',
    ],
  ])('says which line is %s', async (_, content, message) => {
    expect(await read(jsonlDataset({ path: file('bad.jsonl', content) }))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  it('says which file is not there', async () => {
    expect(await read(jsonlDataset({ path: '/none/such.jsonl' }))).toMatch(
      /^Can't read \/none\/such\.jsonl: ENOENT/,
    );
  });
});

describe('jsonDataset', () => {
  it('reads what any writer of JSON writes', async () => {
    const rows = fc.array(
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())),
      ),
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(0, 2), async (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(await read(jsonDataset({ path: file('any.json', text) }))).toEqual(JSON.parse(text));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['[\n{"a": 1},\n{"a": 2', 'bad.json, line 3: the file ends before its list does; it is cut off.'],
    ['[{"a": 1}', 'bad.json, line 1: the file ends before its list does; it is cut off.'],
    ['', 'bad.json, line 1: there is no list of rows.'],
    [
      '{"a": 1}\n{"a": 2}',
      'bad.json, line 1: expected a list of rows, [ first. For a row in each line use jsonlDataset; found "{".',
    ],
    ['[{"a": 1},]', 'bad.json, line 1: expected a row; found "]".'],
    ['[{"a": 1}]\n]', 'bad.json, line 2: expected the end of the file; found "]".'],
  ])('says what is wrong with %j', async (content, message) => {
    expect(await read(jsonDataset({ path: file('bad.json', content) }))).toBe(message);
  });

  it('says in which row the JSON is wrong', async () => {
    expect(await read(jsonDataset({ path: file('bad.json', '[\n{"a": 1},\n{"a": nope}\n]') }))).toMatch(
      /^bad\.json, line 3 is not JSON/,
    );
  });
});

describe('csvDataset', () => {
  it('gives back what was quoted, whatever it holds', async () => {
    const rows = fc.array(
      fc.tuple(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é') }), fc.string()),
      { minLength: 1 },
    );
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, async (values) => {
        const clean = values.map(([one, other]) => [one, other.replaceAll('\r', '')] as const);
        const text = ['one,other', ...clean.map((row) => row.map(quoted).join(','))].join('\n');
        expect(await read(csvDataset({ path: file('any.csv', text) }))).toEqual(
          clean.map(([one, other]) => ({ one, other })),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('reads types, delimiters and files without a head', async () => {
    const path = file('typed.csv', '1;true;[1,2];\r\n2;False;{};x\r\n');
    expect(
      await read(
        csvDataset({
          path,
          delimiter: ';',
          columns: ['n', 'b', 'j', 's'],
          types: { n: 'number', b: 'boolean', j: 'json' },
        }),
      ),
    ).toEqual([
      { n: 1, b: true, j: [1, 2], s: '' },
      { n: 2, b: false, j: {}, s: 'x' },
    ]);
  });

  it.each([
    [
      'a,b\n1,2\n3\n',
      'bad.csv, line 3: the row has 1 fields, but the header has 2. Put quotes around fields that hold ",".',
    ],
    [
      'a,b\n1,2\n"3,4\n5,6\n',
      'bad.csv, line 3: a quote opens in this row and is not closed before the end of the file.',
    ],
    [
      'a,b\n"1"x,2\n',
      'bad.csv, line 2: text follows the closing quote of field 1. Write a quote inside a field as "".',
    ],
    [
      'a,b\n1,it"s\n',
      'bad.csv, line 2: field 2 has a quote in the middle. Put quotes around the field and write "" for the quote.',
    ],
    [`a${','.repeat(20_000)}`, 'bad.csv, line 1: the row has more than 10000 fields.'],
    ['a,a\n1,2\n', 'bad.csv, line 1: two columns are called "a".'],
    ['__proto__,b\n1,2\n', 'bad.csv, line 1: a column is called __proto__, which is not allowed.'],
    [
      'a,b\r1,2\r',
      'bad.csv, line 1: field 2 has a carriage return in the middle. End lines with a line feed, or put quotes around the field.',
    ],
    [
      'a,b\n"x\ny",z\nw\n',
      'bad.csv, line 4: the row has 1 fields, but the header has 2. Put quotes around fields that hold ",".',
    ],
  ])('says what is wrong with %.20j', async (content, message) => {
    expect(await read(csvDataset({ path: file('bad.csv', content) }))).toBe(message);
  });

  it('says which value has another type', async () => {
    const path = file('bad.csv', 'n\n1\ntwo\n');
    expect(await read(csvDataset({ path, types: { n: 'number' } }))).toBe(
      'bad.csv, line 3: n is "two", which is not valid as number.',
    );
    expect(await read(csvDataset({ path, types: { m: 'number' } }))).toBe(
      'types names the column m, but the columns are n.',
    );
    const hex = csvDataset({ path: file('bad.csv', 'n\n0x10\n'), types: { n: 'number' } });
    expect(await read(hex)).toBe('bad.csv, line 2: n is "0x10", which is not valid as number.');
    const hostile = file('bad.csv', 'j\n"{""__proto__"": 1}"\n');
    expect(await read(csvDataset({ path: hostile, types: { j: 'json' } }))).toBe(
      'bad.csv, line 2: j has a member called __proto__, which is not allowed.',
    );
  });

  it('takes columns that are called as what every object has', async () => {
    const path = file('odd.csv', '\uFEFFconstructor,toString,"ключ ""☃"""\r\na, 1 ,"x,\r\ny"\r\n');
    expect(await read(csvDataset({ path, types: { toString: 'number' as const } }))).toEqual([
      { constructor: 'a', toString: 1, 'ключ "☃"': 'x,\ny' },
    ]);
    const input = { q: '{{ключ "☃"}} of {{constructor}}' };
    expect(await read(csvDataset({ path, input }))).toEqual([{ q: 'x,\ny of a' }]);
    expect(await read(csvDataset({ path, input: { q: '{{valueOf}}' } }))).toMatch(/needs valueOf, which/);
  });
});

describe('options that no dataset of a file has', () => {
  it.each<[string, () => unknown, string]>([
    [
      'seperator',
      () => csvDataset({ path: 'a.csv', seperator: ';' } as never),
      'csvDataset has no option sep',
    ],
    ['limit', () => jsonlDataset({ path: 'a.jsonl', limit: 3 } as never), 'jsonlDataset has no option limit'],
    ['label', () => jsonDataset({ path: 'a.json', label: 'y' } as never), 'jsonDataset has no option label'],
    ['recursive', () => imageFolderDataset({ path: 'a', recursive: true } as never), 'no option recursive'],
    ['glob', () => textDataset({ path: 'a', glob: '*' } as never), 'textDataset has no option glob'],
    ['depth', () => markdownDataset({ path: 'a', depth: 1 } as never), 'markdownDataset has no option depth'],
    [
      'no path',
      () => csvDataset({} as never),
      'csvDataset: path must be a string that is not empty; got undefined.',
    ],
  ])('are refused: %s', (_, make, words) => {
    expect(make).toThrow(expect.objectContaining({ code: 'core/invalid_option' }));
    expect(make).toThrow(words);
  });
});

describe('textDataset and markdownDataset', () => {
  it('reads lines, paragraphs and whole files of a folder in order', async () => {
    const folder = dirname(file('texts/b.txt', 'one\ntwo\n\n\nthree\n'));
    file('texts/a/x.txt', 'zero');
    file('texts/skipped.md', '# no');
    expect(await read(textDataset({ path: folder }))).toEqual([
      { text: 'zero', path: 'a/x.txt', line: 1 },
      { text: 'one', path: 'b.txt', line: 1 },
      { text: 'two', path: 'b.txt', line: 2 },
      { text: 'three', path: 'b.txt', line: 5 },
    ]);
    const paragraphs = textDataset({ path: join(folder, 'b.txt'), by: 'paragraph' });
    expect(await read(paragraphs)).toEqual([
      { text: 'one\ntwo', path: 'b.txt', line: 1 },
      { text: 'three', path: 'b.txt', line: 5 },
    ]);
    expect(await read(textDataset({ path: join(folder, 'a'), by: 'file' }))).toEqual([
      { text: 'zero', path: 'x.txt', line: 1 },
    ]);
  });

  it('reads sections with their headings, and none inside code', async () => {
    const path = file('page.md', 'intro\n# One #\ntext\n## Two\n```sh\n# no heading\n```\n# Three\n');
    const rows = (await markdownDataset({ path }).materialize()).map(({ x }) => [
      x.line,
      x.level,
      x.headings,
      x.text,
    ]);
    expect(rows).toEqual([
      [1, 0, [], 'intro'],
      [2, 1, ['One'], 'text'],
      [4, 2, ['One', 'Two'], '```sh\n# no heading\n```'],
      [8, 1, ['Three'], ''],
    ]);
  });
});

describe('imageFolderDataset', () => {
  it('refers to images by path and label, and follows no link out of the folder', async () => {
    const cat = file('images/cat/1.PNG', 'x');
    file('images/dog/2.jpg', 'xy');
    file('images/notes.txt', 'no');
    const images = dirname(dirname(cat));
    symlinkSync('/etc', join(images, 'link'));
    symlinkSync('.', join(images, 'self'));
    symlinkSync('../cat/1.PNG', join(images, 'dog/3.png'));
    symlinkSync(cat.replace('1.PNG', 'none.png'), join(images, 'dog/4.png'));
    expect(await read(imageFolderDataset({ path: images }))).toEqual([
      { image: cat, path: 'cat/1.PNG', label: 'cat', media_type: 'image/png', bytes: 1 },
      expect.objectContaining({ path: 'dog/2.jpg', label: 'dog', media_type: 'image/jpeg', bytes: 2 }),
      { image: cat, path: 'dog/3.png', label: 'dog', media_type: 'image/png', bytes: 1 },
    ]);
    expect(await read(imageFolderDataset({ path: dirname(file('images-none/a.txt', '')) }))).toMatch(
      /holds no file that ends in \.gif/,
    );
  });
});
