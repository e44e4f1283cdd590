import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BfclCase } from '../cases/benchmark-case.js';
import { javaValue } from './java-literal.js';
import { javascriptValue } from './javascript-literal.js';
import { type PythonValue, writtenText } from './python-value.js';
import { readBfcl } from './read-bfcl.js';
import { scoreBfcl } from './score-bfcl.js';

const shown = (value: PythonValue): string => writtenText(value);

describe('javaValue', () => {
  it.each<[string, string, string | null, string]>([
    ['12', 'integer', null, '12'],
    ['12L', 'integer', null, '"12L"'],
    ['12L', 'long', null, '12'],
    ['12', 'long', null, '"12"'],
    ['1.5f', 'float', null, '1.5'],
    ['1.5', 'float', null, '"1.5"'],
    ['1.5', 'double', null, '1.5'],
    ['true', 'boolean', null, 'true'],
    ['True', 'boolean', null, '"True"'],
    ["'x'", 'char', null, `"'x'"`],
    ['"quoted"', 'String', null, String.raw`"\"quoted\""`],
    ['new int[]{1, 2}', 'Array', 'integer', '[1,2]'],
    ['new int[]{}', 'Array', 'integer', '[]'],
    ['new Object[] { 1, "a", true }', 'Array', null, '[1,"a",true]'],
    ['numbers', 'Array', 'integer', '"numbers"'],
    ['new ArrayList<String>(Arrays.asList("a", "b"))', 'ArrayList', 'String', '["a","b"]'],
    ['new ArrayList<Long>() {{ add(1L); add(2L); }}', 'ArrayList', 'long', '[1,2]'],
    ['new ArrayList<>()', 'ArrayList', 'any', '[]'],
    ['List.of(1)', 'ArrayList', 'any', '"List.of(1)"'],
    [
      'new HashMap<String, Object>() {{ put("a", 1); put("b", "x y"); }}',
      'HashMap',
      null,
      '{"a":1,"b":"x y"}',
    ],
    ['new HashMap<>()', 'HashMap', null, '{}'],
    ['Map.of()', 'HashMap', null, '"Map.of()"'],
  ])('reads %s as %s of %s', (text, type, items, value) => {
    expect(shown(javaValue(text, type, items))).toBe(value);
  });
});

describe('javascriptValue', () => {
  it.each<[string, string, string | null, string]>([
    [`'a b'`, 'String', null, '"a b"'],
    ['"a', 'String', null, String.raw`"\"a"`],
    ['7', 'integer', null, '7'],
    ['7.0', 'integer', null, '"7.0"'],
    ['7', 'float', null, '7'],
    ['7n', 'Bigint', null, '7'],
    ['7', 'Bigint', null, '"7"'],
    ['false', 'Boolean', null, 'false'],
    ['[1, 2]', 'array', 'integer', '[1,2]'],
    [`['a', "b"]`, 'array', 'String', '["a","b"]'],
    ['new Array(1.5, 2)', 'array', 'float', '[1.5,2]'],
    ['[[1, 2], [3]]', 'array', 'array', '[[1,2],[3]]'],
    ['new Array([1], [2])', 'array', 'array', '[[1],[2]]'],
    ['[]', 'array', 'String', '[]'],
    ['items', 'array', 'String', '"items"'],
    [`{a: 1, 'b': "x, y", c: [1, 2]}`, 'dict', null, '{"a":1,"b":"x, y","c":[1,2]}'],
    ['{}', 'dict', null, '{}'],
    ['options', 'dict', null, '"options"'],
  ])('reads %s as %s of %s', (text, type, items, value) => {
    expect(shown(javascriptValue(text, type, items))).toBe(value);
  });

  it('reads hostile text in little time', () => {
    const texts = [`[[${'],['.repeat(1_300)}`, `{${'a:,'.repeat(1_300)}`, '['.repeat(4_000)];
    for (const text of texts) expect(javascriptValue(text, 'array', null)).toBeDefined();
    expect(javascriptValue(texts[1] as string, 'dict', null)).toBe(texts[1]);
    expect(javaValue(`new HashMap<>() {{${'put("a",'.repeat(480)}}}`, 'HashMap', null)).toEqual({});
  });
});

describe('cases of Java and JavaScript', () => {
  const answer = '{"id": "ID", "ground_truth": [{"Room.book": {"nights": [2], "names": [["Mia"]]}}]}\n';
  const question = (types: readonly [string, string]) => ({
    id: 'ID',
    question: [[{ role: 'user', content: 'Book it.' }]],
    function: [
      {
        name: 'Room.book',
        description: 'Books rooms.',
        parameters: {
          type: 'dict',
          properties: {
            nights: { type: types[0], description: 'How many.' },
            names: { type: types[1], items: { type: 'String' } },
          },
          required: ['nights', 'names'],
        },
      },
    ],
  });
  let folder = '';
  let cases: readonly BfclCase[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mettle-bfcl-literals-'));
    mkdirSync(join(folder, 'possible_answer'));
    for (const [category, types] of [
      ['simple_java', ['long', 'ArrayList']],
      ['simple_javascript', ['Bigint', 'array']],
    ] as const) {
      const name = `BFCL_v4_${category}.json`;
      writeFileSync(join(folder, name), JSON.stringify(question(types)).replace('ID', category));
      writeFileSync(join(folder, 'possible_answer', name), answer.replace('ID', category));
    }
    cases = await readBfcl(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('offer each argument as text, and say what it is', () => {
    const [java] = cases;
    expect(java).toMatchObject({ category: 'simple_java', language: 'java' });
    expect(java?.tools[0]).toMatchObject({
      description: 'Books rooms. The function is one of Java.',
      parameters: {
        properties: {
          nights: {
            type: 'string',
            description: 'How many. Give a Java long, written as Java source in a string.',
          },
          names: { description: expect.stringContaining('items are of type String') },
        },
        required: ['nights', 'names'],
      },
    });
  });

  it('pass for literals of their language alone', () => {
    const [java, javascript] = cases as [BfclCase, BfclCase];
    const scoreOf = (item: BfclCase, args: { readonly [name: string]: string | number }) =>
      scoreBfcl(item, [{ tool: 'Room.book', arguments: args }]);
    const ofJava = { nights: '2L', names: 'new ArrayList<>(Arrays.asList("mia"))' };
    const ofJavaScript = { nights: '2n', names: "['Mia']" };
    expect([scoreOf(java, ofJava).passed, scoreOf(javascript, ofJavaScript).passed]).toEqual([true, true]);
    expect([scoreOf(java, ofJavaScript).passed, scoreOf(javascript, ofJava).passed]).toEqual([false, false]);
    expect(scoreOf(java, { ...ofJava, nights: 2 })).toMatchObject({
      credit: 0.5,
      reason: 'Room.book: nights is not written as text.',
    });
  });

  it('ask for no call by irrelevance and for one by relevance, whatever the language', () => {
    const [java] = cases as [BfclCase];
    const call = { tool: 'Room.book', arguments: {} };
    expect(scoreBfcl({ ...java, rule: 'irrelevance' }, [call]).passed).toBe(false);
    expect(scoreBfcl({ ...java, rule: 'irrelevance' }, []).passed).toBe(true);
    expect(scoreBfcl({ ...java, rule: 'relevance' }, [call]).passed).toBe(true);
  });
});
