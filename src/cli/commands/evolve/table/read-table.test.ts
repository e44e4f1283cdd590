import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvTable } from './csv-table.js';
import { readJsonLinesTable } from './json-lines-table.js';
import { MOST_COLUMNS, MOST_ROWS, type Table } from './table.js';

const csv = (text: string): Table => readCsvTable({ name: 't.csv', text });
const jsonl = (text: string): Table => readJsonLinesTable({ name: 't.jsonl', text });
const put = (table: Table, column: string, ...values: readonly (readonly [number, string])[]): string =>
  table.render({ column, values: new Map(values), asNumbers: false });

describe('readCsvTable', () => {
  it('keeps mark, line ends, quoting and spaces, and quotes a new text as the old one was', () => {
    const text = '\ufeffid, "x" ,note\r\n1,"a, ""b""",\r\n\r\n2,"q",last one\r';
    const table = csv(text);
    expect(table.columns).toEqual(['id', '"x"', 'note']);
    expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, '1', 'a, "b"', ''],
      [4, '2', 'q', 'last one'],
    ]);
    expect(put(table, 'note')).toBe(text);
    expect(put(table, 'note', [0, 'one, two'], [1, 'x'])).toBe(
      '\ufeffid, "x" ,note\r\n1,"a, ""b""","one, two"\r\n\r\n2,"q",x\r',
    );
    expect(put(table, '"x"', [1, 'z'])).toBe('\ufeffid, "x" ,note\r\n1,"a, ""b""",\r\n\r\n2,"z",last one\r');
  });

  it('adds a column as the last one, to short rows too, and leaves blank lines alone', () => {
    expect(put(csv('a,b\n1\n\n2,3\n'), 'c', [1, 'x'])).toBe('a,b,c\n1,,\n\n2,3,x\n');
    expect(put(csv('"a";"b"\n"1";"2"\n'), 'c', [0, 'x'])).toBe('"a";"b";"c"\n"1";"2";"x"\n');
  });

  it('writes only some rows', () => {
    const table = csv('a,b\n1,2\n\n3,4\n5,6');
    expect(table.render({ column: 'b', values: new Map(), only: new Set([1]), asNumbers: false })).toBe(
      'a,b\n3,4\n',
    );
  });

  it.each([
    ['a;b\n1,5;2\n', ['a', 'b']],
    ['a\tb\n1,5\t2\n', ['a', 'b']],
    ['a|b|c\n1|2|3\n', ['a', 'b', 'c']],
    ['name\nAda\n', ['name']],
    ['x,y;z\n1,2\n', ['x', 'y;z']],
    ['a,,\n1,2,3\n', ['a', 'column 2', 'column 3']],
  ])('tells the separator of %j', (text, columns) => {
    expect(csv(text).columns).toEqual(columns);
  });

  it('gives back any table it can read when nothing changes', () => {
    const parts = fc.constantFrom('"', ',', '\n', '\r\n', 'a', '"b"', '""', ' ', '1');
    fc.assert(
      fc.property(fc.array(parts), (chosen) => {
        const text = `a,b,c\n${chosen.join('')}`;
        let table: Table;
        try {
          table = csv(text);
        } catch {
          return;
        }
        expect(put(table, 'b')).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['an empty file', '', /t\.csv: is empty/],
    ['a row that is too long', 'a,b\n1,2\n1,2,3\n', /line 3: has 3 cells and the first row 2/],
    ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', /line 2: has a quote that is never closed/],
    ['text after a quote', 'a,b\n1,"2"3\n', /line 2: has text after a closing quote/],
    ['a name that is there twice', 'a,b,a\n', /two columns "a"/],
    ['a NUL', 'a,b\n1,\u00002\n', /line 2: holds a NUL/],
    ['a million columns', `${'a,'.repeat(1_000_000)}\n`, new RegExp(`at most ${MOST_COLUMNS}`)],
    [
      'too many blank lines',
      `a,b\n${'\n'.repeat(MOST_ROWS + 1)}`,
      new RegExp(`beyond the ${MOST_ROWS} rows`),
    ],
  ])('refuses %s in one line', (_name, text, message) => {
    expect(() => csv(text)).toThrow(message);
  });
});

describe('readJsonLinesTable', () => {
  const text = '{"id": 1, "name": "Ada\\u0020L.", "tags": ["a", {"b": "}"}]}\r\n\n{"name":null,"n":1.50}';

  it('reads members as cells and keeps how they are written', () => {
    const table = jsonl(text);
    expect(table.columns).toEqual(['id', 'name', 'tags', 'n']);
    expect(table.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, '1', 'Ada L.', '["a", {"b": "}"}]', ''],
      [3, '', '', '', '1.50'],
    ]);
    expect(put(table, 'name')).toBe(text);
    expect(put(table, 'name', [1, 'x "y"'])).toBe(text.replace('null', '"x \\"y\\""'));
  });

  it('adds a member spaced as the others are', () => {
    expect(put(jsonl(text), 'k', [0, 'v'], [1, 'w'])).toBe(
      '{"id": 1, "name": "Ada\\u0020L.", "tags": ["a", {"b": "}"}], "k": "v"}\r\n\n{"name":null,"n":1.50,"k":"w"}',
    );
    expect(put(jsonl('{"a":1}\n{ }\n'), 'k', [1, 'v'])).toBe('{"a":1}\n{ "k": "v"}\n');
  });

  it('writes numbers as numbers where the examples do', () => {
    const table = jsonl('{"n":1}\n{"n":null}\n{"n":""}\n');
    expect(table.holdsNumbers('n')).toBe(true);
    const values = new Map([
      [1, '2.5'],
      [2, 'x'],
    ]);
    expect(table.render({ column: 'n', values, asNumbers: true })).toBe('{"n":1}\n{"n":2.5}\n{"n":"x"}\n');
    expect(jsonl('{"n":1}\n{"n":"2"}\n').holdsNumbers('n')).toBe(false);
  });

  it('gives back any objects when nothing changes, and finds every value', () => {
    const record = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.nat(2), (records, indent) => {
        const lines = records.map((value) => JSON.stringify(value, null, indent).replaceAll('\n', ' '));
        const whole = lines.join('\n');
        if (/\p{Surrogate}/u.test(JSON.parse(JSON.stringify(whole))) || /\\u[dD]/.test(whole)) return;
        const table = jsonl(whole);
        expect(put(table, table.columns[0] ?? '')).toBe(whole);
        const changed = JSON.parse(put(table, 'new "column"', [0, 'value']).split('\n')[0] ?? '');
        expect(changed).toEqual({ ...JSON.parse(lines[0] ?? ''), 'new "column"': 'value' });
      }),
    );
  });

  it.each([
    ['what is not JSON', '{"a":1}\n{"a":}\n', /line 2: is not JSON/],
    ['what is not an object', '[1]\n', /line 1: is not an object/],
    ['a member that is there twice', '{"a":1,"\\u0061":2}\n', /two members "a"/],
    ['half of a character', '{"a":"\\ud800"}\n', /half of a character/],
    ['nothing', '\n\n', /holds no object/],
    [
      'a thousand and one names',
      Array.from({ length: 1001 }, (_, index) => `{"k${index}":1}`).join('\n'),
      /1001 different names/,
    ],
  ])('refuses %s in one line', (_name, text, message) => {
    expect(() => jsonl(text)).toThrow(message);
  });
});
