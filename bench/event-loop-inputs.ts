import { nested, numbered, repeated, SHAPES, type Shape, TEXT } from './shapes.js';

/** Texts of any kind: what makes scans of a text quadratic, and what makes its copies large. */
export const ANY_TEXT: readonly Shape[] = [
  ...[
    'a',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\\',
    '"',
    "'",
    '<',
    '>',
    '&',
    '{',
    '}',
    '{{',
    '}}',
    '[',
    '(',
    '$',
    '%',
    '#',
    '-',
  ]
    .concat([
      '=',
      ',',
      ';',
      ':',
      '/',
      '.',
      '*',
      '0',
      '9',
      '+',
      '@',
      '|',
      '`',
      '~',
      '\0',
      '\u001b[31m',
      '\ud83d',
    ])
    .concat(['\ude00', '\u{1F600}', 'é', 'e\u0301', '\u202e', '\u200b', '\ufeff', '\u2028', 'ß', '\u0661'])
    .map((piece) => repeated(`${JSON.stringify(piece)} again and again`, piece)),
  repeated('blanks between letters', 'a '),
  repeated('blanks before an end', ' '.repeat(1_000), '', 'x'),
  repeated('equal lines', 'the same line\n'),
  numbered('lines that differ', (index) => `line ${index}\n`),
  repeated('short lines', 'a\n'),
  repeated('words', 'Some words, and more. '),
  repeated('open templates', '{{a', 'x'),
  repeated('templates', '{{ a }} {a} '),
  repeated('addresses', 'https://a.b/c?d=e&f=g '),
  repeated('names with @', 'a@b.c '),
  repeated('keys', 'sk-abcdefghijklmnop '),
  repeated('cells', 'a,"b ""c""",d\n'),
  repeated('open cells', '"a,b\n'),
  repeated('front matter', '---\nname: a\n'),
  numbered('headings of Markdown', (index) => `# H${index}\n\ntext\n\n`),
  repeated('base64', 'QUJDREVG'),
  repeated('slashes', 'a/'),
  repeated('climbing paths', '../'),
  repeated('stars of a glob', '**/'),
  repeated('one star after another', '*a'),
  repeated('sets of a glob', '[a-z]'),
  repeated('braces of a glob', '{a,b}'),
];

export const TEXTS: readonly Shape[] = [...ANY_TEXT, ...TEXT];
export const PYTHON: readonly Shape[] = [...SHAPES, ...ANY_TEXT];

/** Whole JSON. */
export const JSON_TEXTS: readonly Shape[] = [
  repeated('numbers', '1,', '[', '1]'),
  numbered('numbers that differ', (index) => `${index}.5,`, '[', '1]'),
  repeated('long numbers', '1e300,', '[', '1]'),
  repeated('empty lists', '[],', '[', '[]]'),
  repeated('empty objects', '{},', '[', '{}]'),
  repeated('empty texts', '"",', '[', '""]'),
  repeated('equal objects', '{"a":1,"b":["c"]},', '[', '{"a":1,"b":["c"]}]'),
  numbered('objects that differ', (index) => `{"id":${index},"name":"n${index}"},`, '[', '{}]'),
  numbered('texts that differ', (index) => `"k${index}",`, '[', '""]'),
  numbered('one object of many members', (index) => `"k${index}":${index},`, '{', '"z":1}'),
  numbered('members of one topic', (index) => `"k_${index + 1}":${index},`, '{', '"k":1}'),
  numbered('members out of order', (index) => `"k${(index * 7919) % 1_000_003}":1,`, '{', '"z":1}'),
  numbered('members that are numbers', (index) => `"${index}":1,`, '{', '"z":1}'),
  numbered('members with large numbers', (index) => `"${index * 97_003}":1,`, '{', '"z":1}'),
  repeated('one member again and again', '"a":1,', '{', '"a":1}'),
  nested('nested lists', '[', ']'),
  nested('nested objects', '{"a":', '}', '1'),
  nested('nested pairs', '[0,{"a":', '}]', '1'),
  repeated('one text', 'a', '"', '"'),
  repeated('one text of quotes', '\\"', '"', '"'),
  repeated('one text of lines', 'ab\\n', '"', '"'),
  repeated('one text of escapes', '\\u0001', '"', '"'),
  repeated('one text of halves of pairs', '\\ud83d', '"', '"'),
  repeated('one text of faces', '\u{1F600}', '"', '"'),
  numbered('rows', (index) => `[${index},"a",null,true],`, '[', '[]]'),
  {
    name: 'one member with a long name',
    make: (size) => `{"${'a'.repeat(size)}":1}`,
  },
  {
    name: 'lists of a thousand levels',
    make: (size) =>
      `[${Array(Math.ceil(size / 2_001))
        .fill('['.repeat(1_000) + ']'.repeat(1_000))
        .join(',')}]`,
  },
  {
    name: 'objects of sixty levels',
    make: (size) =>
      `[${Array(Math.ceil(size / 362))
        .fill(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)
        .join(',')}]`,
  },
];

/** JSON whose outermost value is an object. */
export const JSON_OBJECTS: readonly Shape[] = JSON_TEXTS.map(({ name, make }) => ({
  name,
  make: (size) => {
    const text = make(size);
    return text.startsWith('{') ? text : `{"v":${text}}`;
  },
}));

/** JSON Schemas, from those that explode when they are compiled to those that explode when a value is checked. */
export const SCHEMAS: readonly Shape[] = [
  numbered('properties', (i) => `"k${i}":{"type":"string"},`, '{"properties":{', '"z":true}}'),
  numbered('required names', (i) => `"k${i}",`, '{"required":[', '"z"]}'),
  numbered('an enum', (i) => `"k${i}",`, '{"enum":[', '"z"]}'),
  numbered('types', () => `"string",`, '{"type":[', '"null"]}'),
  numbered('shapes of anyOf', (i) => `{"const":${i}},`, '{"anyOf":[', 'false]}'),
  repeated('empty shapes of allOf', '{},', '{"allOf":[', '{}]}'),
  numbered(
    'definitions',
    (i) => `"d${i}":{"$ref":"#/$defs/d${i + 1}"},`,
    '{"$ref":"#/$defs/d0","$defs":{',
    '"z":true}}',
  ),
  numbered('anchors', (i) => `"d${i}":{"$anchor":"a${i}"},`, '{"$defs":{', '"z":true}}'),
  numbered('ids', (i) => `"d${i}":{"$id":"https://a.b/${i}"},`, '{"$defs":{', '"z":true}}'),
  numbered('nested ids', (i) => `{"$id":"d${i}/","items":`, '', 'true'),
  numbered('patterns', (i) => `"^k${i}$":{},`, '{"patternProperties":{', '"z":true}}'),
  numbered('dependencies', (i) => `"k${i}":["a"],`, '{"dependentRequired":{', '"z":["a"]}}'),
  nested('nested items', '{"items":', '}', '{}'),
  nested('nested properties', '{"properties":{"a":', '}}', '{}'),
  nested('nested not', '{"not":', '}', '{}'),
  nested('nested allOf', '{"allOf":[', ']}', '{}'),
  nested('nested anyOf twice', '{"anyOf":[{},', ']}', '{}'),
  nested('nested oneOf', '{"oneOf":[{"type":"null"},', ']}', '{}'),
  numbered(
    'references to one',
    () => `{"$ref":"#/$defs/a"},`,
    '{"$defs":{"a":{"type":"string"}},"allOf":[',
    '{}]}',
  ),
  numbered(
    'dynamic references',
    () => `{"$dynamicRef":"#a"},`,
    '{"$defs":{"a":{"$dynamicAnchor":"a"}},"allOf":[',
    '{}]}',
  ),
  numbered('prefix items', (i) => `{"const":${i}},`, '{"prefixItems":[', 'true]}'),
  ...JSON_OBJECTS,
].map(({ name, make }) => ({
  name: `schema: ${name}`,
  make: (size) => {
    const text = make(size);
    const open = text.startsWith('{"$id":"d0') ? '}'.repeat(text.split('"items":').length - 1) : '';
    return text + open;
  },
}));

/** Schemas of about `size` bytes that make small values slow to check, each with such a value. */
export const SLOW_SCHEMAS: readonly {
  readonly name: string;
  readonly schema: unknown;
  readonly value: unknown;
}[] = [
  { name: 'anyOf that doubles at each reference', ...doubling('anyOf') },
  { name: 'oneOf that doubles at each reference', ...doubling('oneOf') },
  { name: 'allOf that doubles at each reference', ...doubling('allOf') },
  { name: 'not that doubles at each reference', ...doublingNot() },
  {
    name: 'a schema that doubles as it goes down',
    schema: { anyOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }], minItems: 1 },
    value: JSON.parse('['.repeat(40) + ']'.repeat(40)),
  },
  {
    name: 'a pattern of many steps',
    schema: { pattern: '(a{0,30}){0,30}b' },
    value: 'a'.repeat(100_000),
  },
  {
    name: 'many patterns of names',
    schema: {
      patternProperties: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`(a|b)*c{${i}}d`, {}])),
    },
    value: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`${'ab'.repeat(50)}${i}`, 1])),
  },
  {
    name: 'uniqueItems of equal lengths',
    schema: { uniqueItems: true },
    value: Array.from({ length: 60_000 }, (_, i) => ({ a: i, b: 'x' })),
  },
  {
    name: 'uniqueItems of deep items',
    schema: { uniqueItems: true },
    value: Array.from({ length: 3_000 }, (_, i) => JSON.parse('['.repeat(150) + i + ']'.repeat(150))),
  },
  {
    name: 'an enum of objects',
    schema: { items: { enum: Array.from({ length: 300 }, (_, i) => ({ a: 'x'.repeat(50), b: i })) } },
    value: Array.from({ length: 10_000 }, () => ({ a: 'x'.repeat(50), b: -1 })),
  },
  {
    name: 'unevaluatedProperties over many shapes',
    schema: {
      allOf: Array.from({ length: 100 }, (_, i) => ({ properties: { [`k${i}`]: {} } })),
      unevaluatedProperties: false,
    },
    value: Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`k${i}`, 1])),
  },
  {
    name: 'many problems',
    schema: { items: { type: 'string' } },
    value: Array.from({ length: 300_000 }, () => 1),
  },
  {
    name: 'many problems in shapes',
    schema: { items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    value: Array.from({ length: 200_000 }, () => 1),
  },
  {
    name: 'contains over a long list',
    schema: { contains: { required: ['a', 'b'] } },
    value: Array.from({ length: 200_000 }, () => ({})),
  },
  {
    name: 'propertyNames over many names',
    schema: { propertyNames: { maxLength: 3 } },
    value: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`name${i}`, 1])),
  },
];

function doubling(keyword: string): { schema: unknown; value: unknown } {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `d${i}`,
      { [keyword]: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  );
  return { schema: { $ref: '#/$defs/d0', $defs: { ...$defs, d30: { type: 'string' } } }, value: 1 };
}

function doublingNot(): { schema: unknown; value: unknown } {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `d${i}`,
      { allOf: [{ not: { $ref: `#/$defs/d${i + 1}` } }, { not: { $ref: `#/$defs/d${i + 1}` } }] },
    ]),
  );
  return { schema: { $ref: '#/$defs/d0', $defs: { ...$defs, d30: { type: 'string' } } }, value: 'a' };
}
