import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../core/index.js';
import { packageFolders, python3 } from '../../testing/needs.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { BfclCase } from '../cases/benchmark-case.js';
import { acceptedCalls, literalOf, marked, type WrittenCall } from './bfcl.fixture.js';
import { javaValue } from './java-literal.js';
import { javascriptValue } from './javascript-literal.js';
import { LANGUAGES } from './language.js';
import { type PythonValue, typeOf, writtenText } from './python-value.js';
import { readBfcl } from './read-bfcl.js';
import { scoreBfcl } from './score-bfcl.js';

const real = packageFolders(['bfcl_eval']);
const { describe, it } = unless(real.missing);
/**
 * No call passes these, in bfcl-eval as here: two want numbers and booleans in a list whose items are read as text, and
 * one gives a text where a list of accepted values should be.
 */
const UNPASSABLE = ['simple_java_36:', 'simple_java_64:', 'simple_java_65:'];

let cases: readonly BfclCase[] = [];
beforeAll(async () => {
  if (real.missing !== null) return;
  const data = join(real.folders[0] ?? '', 'bfcl_eval', 'data');
  cases = await readBfcl(data, { categories: ['simple_java', 'simple_javascript'] });
});

const scoreOf = (item: BfclCase, calls: readonly WrittenCall[]) =>
  scoreBfcl(
    item,
    calls.map(({ tool, text }) => ({ tool, arguments: JSON.parse(text), argumentsText: text })),
  );

type Given = Readonly<Record<string, Json>>;
type Change = (given: Given, item: BfclCase) => Given | null;

const onArguments =
  (change: Change) =>
  ([first, ...rest]: readonly WrittenCall[], item: BfclCase): readonly WrittenCall[] | null => {
    if (first === undefined) return null;
    const changed = change(JSON.parse(first.text) as Given, item);
    return changed === null ? null : [{ tool: first.tool, text: JSON.stringify(changed) }, ...rest];
  };

/** Changes the first argument of some types for which there is a change. */
const onType = (types: readonly string[], change: (text: string, about: About) => Json | null) =>
  onArguments((given, item) => {
    for (const [name, value] of Object.entries(given)) {
      const about = aboutOf(item, name);
      if (typeof value !== 'string' || !types.includes(about.type) || about.isVariable) continue;
      const changed = change(value, about);
      if (changed !== null && !about.accepts(changed)) return { ...given, [name]: changed };
    }
    return null;
  });

interface About {
  readonly type: string;
  readonly schema: JsonObject;
  readonly language: 'java' | 'javascript';
  readonly values: readonly Json[];
  /** The answers are names of variables. */
  readonly isVariable: boolean;
  readonly accepts: (literal: Json) => boolean;
}

function aboutOf(item: BfclCase, name: string): About {
  const [described] = item.functions as readonly JsonObject[];
  const { properties } = (described?.parameters ?? {}) as { readonly properties?: JsonObject };
  const schema = (properties?.[name] ?? {}) as JsonObject;
  const [answer] = marked(item.answers ?? '[]') as readonly JsonObject[];
  const accepted = Object.values(answer ?? {})[0] as JsonObject | undefined;
  const values = (accepted?.[name] ?? []) as readonly Json[];
  const language = item.language === 'java' ? 'java' : 'javascript';
  const type = String(schema.type);
  const isText = values.every((value) => typeof value === 'string');
  return {
    type,
    schema,
    language,
    values,
    isVariable: isText && LANGUAGES[language].types[type] !== 'str',
    accepts: (literal) => values.some((value) => literalOf(value, schema, language) === literal),
  };
}

/** A list of accepted items changed, as a literal. */
const onList = (change: (items: readonly Json[]) => readonly Json[] | null) =>
  onType(LISTS, (_, { values, schema, language }) => {
    const lists = values.filter((value) => Array.isArray(value)) as readonly (readonly Json[])[];
    const changed = change(lists[0] ?? []);
    return changed === null ? null : literalOf(changed as Json, schema, language);
  });

/** The entries of an accepted dict changed, as a literal. */
const onDict = (
  change: (entries: readonly (readonly [string, Json])[]) => readonly (readonly [string, Json])[] | null,
) =>
  onType(DICTS, (_, { values, schema, language }) => {
    const dict = values.find((value) => isJsonObject(value)) as JsonObject | undefined;
    if (dict === undefined) return null;
    const first = Object.entries(dict).flatMap(([name, options]) =>
      Array.isArray(options) && options[0] !== '' ? [[name, options[0] as Json] as const] : [],
    );
    const mayMiss = (name: string) => (dict[name] as readonly Json[]).includes('');
    const changed = change(first.filter(([name]) => !mayMiss(name)));
    return changed === null ? null : literalOf(Object.fromEntries(changed), schema, language);
  });

const INTEGERS = ['byte', 'short', 'integer'];
const NUMBERS = [...INTEGERS, 'long', 'float', 'double', 'Bigint'];
const BOOLEANS = ['boolean', 'Boolean'];
const TEXTS = ['String', 'any', 'char'];
const LISTS = ['Array', 'ArrayList', 'array'];
const DICTS = ['HashMap', 'dict'];

const MUTATIONS: Readonly<
  Record<string, (calls: readonly WrittenCall[], item: BfclCase) => readonly WrittenCall[] | null>
> = {
  'no call': () => [],
  'a call twice': (calls) => [...calls, calls[0] as WrittenCall],
  'another name': ([first]) => [{ ...(first as WrittenCall), tool: `${first?.tool}Other` }],
  'a name in capitals': ([first]) => {
    const tool = first?.tool.toUpperCase() ?? '';
    return tool === first?.tool ? null : [{ ...(first as WrittenCall), tool }];
  },
  'no arguments': onArguments((given, item) =>
    Object.keys(given).every((name) => aboutOf(item, name).values.includes('')) ? null : {},
  ),
  'an argument more': onArguments((given) => ({ ...given, notAnArgument: '1' })),
  'an argument renamed': onArguments((given) => {
    const [entry, ...rest] = Object.entries(given);
    return entry === undefined ? null : Object.fromEntries([[`${entry[0]}X`, entry[1]], ...rest]);
  }),
  'null for a value': onArguments((given) => replacedFirst(given, null)),
  'a value that is no text': onArguments((given) => replacedFirst(given, 5)),
  'a list of the text': onArguments((given) => {
    const [entry] = Object.entries(given);
    return entry === undefined ? null : { ...given, [entry[0]]: [entry[1]] };
  }),
  'another text': onType(TEXTS, () => 'zzz something else entirely zzz'),
  'text for a number': onType(NUMBERS, () => 'several'),
  'a number more': onType(NUMBERS, (text) =>
    text.replace(/^-?[\d.]+/, (digits) => String(Number(digits) + 987_654)),
  ),
  'a number below zero': onType(NUMBERS, (text) => `-31337${text.replace(/^-/, '')}`),
  'an integer with a fraction': onType([...INTEGERS, 'long'], (text) => text.replace(/^-?\d+/, '$&.0')),
  'an integer with a suffix': onType(
    INTEGERS,
    (text, { language }) => `${text}${language === 'java' ? 'L' : 'n'}`,
  ),
  'a long without its suffix': onType(['long', 'Bigint'], (text) => text.slice(0, -1)),
  'a double with the suffix of a float': onType(['double', 'float'], (text) => `${text}f`),
  'the other boolean': onType(BOOLEANS, (text) => (text === 'true' ? 'false' : 'true')),
  'a boolean as in Python': onType(BOOLEANS, (text) => (text === 'true' ? 'True' : 'False')),
  'a boolean in marks': onType(BOOLEANS, (text) => `"${text}"`),
  'a semicolon after a number': onType(NUMBERS, (text) => `${text};`),
  'a list turned around': onList((items) => {
    const turned = [...items].reverse();
    return JSON.stringify(turned) === JSON.stringify(items) ? null : turned;
  }),
  'an item of a list missing': onList((items) => (items.length < 2 ? null : items.slice(1))),
  'an item of a list twice': onList((items) => (items.length === 0 ? null : [...items, items[0] as Json])),
  'a list in no brackets': onType(LISTS, () => 'a, b'),
  'an entry of a dict missing': onDict((entries) => (entries.length === 0 ? null : entries.slice(1))),
  'an entry of a dict renamed': onDict(([first, ...rest]) =>
    first === undefined ? null : [[`${first[0]}X`, first[1]], ...rest],
  ),
  'an entry of a dict changed': onDict(([first, ...rest]) =>
    first === undefined ? null : [[first[0], 'zzz something else entirely zzz'], ...rest],
  ),
  'an entry of a dict more': onDict((entries) => [...entries, ['notAnEntry', '1']]),
};

function replacedFirst(given: Given, value: Json): Given | null {
  const [name] = Object.keys(given);
  return name === undefined ? null : { ...given, [name]: value };
}

describe('the rules of BFCL for Java and JavaScript', () => {
  it('pass every accepted call, in any choice of accepted values', () => {
    expect(cases).toHaveLength(150);
    const stream = new RandomStream(0, 'accepted literals');
    const failed = cases.flatMap((item) => {
      const calls = acceptedCalls(item, stream);
      const { passed, reason } = scoreOf(item, calls);
      return passed ? [] : [`${item.id}: ${reason} ${calls[0]?.text}`];
    });
    expect(failed.filter((each) => !UNPASSABLE.some((id) => each.startsWith(id)))).toEqual([]);
  });

  it.each(Object.entries(MUTATIONS))('fail calls with %s', (_name, mutate) => {
    const stream = new RandomStream(0, 'mutated literals');
    let tried = 0;
    const passed = cases.flatMap((item) => {
      const changed = mutate(acceptedCalls(item, stream), item);
      if (changed === null) return [];
      tried += 1;
      return scoreOf(item, changed).passed ? [`${item.id}: ${JSON.stringify(changed)}`] : [];
    });
    expect(tried).toBeGreaterThan(0);
    expect(passed).toEqual([]);
  });
});

describe('the checker of bfcl-eval for Java and JavaScript', () => {
  it('agrees on random answers, right and wrong', () => {
    const stream = new RandomStream(0, 'literal answers');
    const mutations = Object.values(MUTATIONS);
    const items = Array.from({ length: 2_000 }, () => {
      const item = stream.pick(cases);
      let calls: readonly WrittenCall[] = acceptedCalls(item, stream);
      for (let count = stream.integer(0, 2); count > 0 && calls.length > 0; count--) {
        calls = stream.pick(mutations)(calls, item) ?? calls;
      }
      return { item, calls };
    });
    const theirs = ask<readonly boolean[]>(
      CHECK,
      items.map(({ item, calls }) => [
        item.language === 'java',
        item.category as string,
        item.functions as Json,
        calls.map(({ tool, text }) => ({ [tool]: JSON.parse(text) })),
        item.answers as string,
      ]),
    );
    const different = items.flatMap(({ item, calls }, index) =>
      scoreOf(item, calls).passed === theirs[index]
        ? []
        : [`${item.id} theirs ${theirs[index]}: ${JSON.stringify(calls)}`],
    );
    expect(different).toEqual([]);
    const right = theirs.filter(Boolean).length;
    expect(right).toBeGreaterThan(300);
    expect(right).toBeLessThan(1_700);
  });

  it.each([
    [
      'java',
      [
        'byte',
        'long',
        'float',
        'double',
        'boolean',
        'char',
        'String',
        'any',
        'Array',
        'ArrayList',
        'HashMap',
      ],
      javaValue,
    ],
    [
      'javascript',
      ['String', 'integer', 'float', 'Bigint', 'Boolean', 'dict', 'array', 'any'],
      javascriptValue,
    ],
  ] as const)('reads random literals of %s alike', (language, types, convert) => {
    const stream = new RandomStream(0, `literals of ${language}`);
    const items = Array.from({ length: 20_000 }, () => {
      const type = stream.pick<string>(types);
      const isList = ['Array', 'ArrayList', 'array'].includes(type);
      const nested = isList && stream.chance(0.7) ? stream.pick<string>(types) : null;
      const text = Array.from({ length: stream.integer(0, 9) }, () => stream.pick(PIECES[language])).join('');
      return [type, nested, stream.chance(0.5) ? text : `${stream.pick(OPENINGS[language])}${text}`] as const;
    });
    const theirs = ask<readonly Json[]>(CONVERT, [language === 'java', items as unknown as Json]);
    const different = items.flatMap(([type, nested, text], index) => {
      const ours = tagged(convert(text, type, nested));
      return JSON.stringify(ours) === JSON.stringify(theirs[index])
        ? []
        : [
            `${type} of ${nested}: ${JSON.stringify(text)}\n theirs ${JSON.stringify(theirs[index])}\n ours ${JSON.stringify(ours)}`,
          ];
    });
    expect(different).toEqual([]);
  });
});

const PIECES = {
  java: [
    '"',
    'a',
    'b',
    '1',
    '2.5',
    'L',
    'f',
    'e3',
    '-',
    ',',
    ' ',
    '\n',
    ')',
    '(',
    '}',
    '{',
    '))',
    '}}',
    ';',
    'true',
    'add(',
    'put("',
    '", ',
    'new int[]{',
    "'",
    '5',
    '_',
    '>',
    'nan',
  ],
  javascript: [
    '"',
    "'",
    'a',
    'b',
    '1',
    '2.5',
    'n',
    '-',
    ',',
    ' ',
    '\n',
    ')',
    '(',
    ']',
    '[',
    '}',
    '{',
    ':',
    '], [',
    'true',
    'false',
    'new Array(',
    '5',
    '_',
    'inf',
  ],
} as const;

const OPENINGS = {
  java: [
    'new int[]{',
    'new ArrayList<>(Arrays.asList(',
    'new ArrayList<A>() {{ ',
    'new HashMap<A, B>() {{ put("',
    'new HashMap<>() ',
    'new HashMap<',
    '1',
    '-2',
  ],
  javascript: ['[', '[[', '[ [', 'new Array(', 'new Array([', '{', '{a: ', `{'a': 1, `, '1', '-2'],
} as const;

/** A value with the type of its numbers, as the program below writes them. */
function tagged(value: PythonValue): Json {
  const type = typeOf(value);
  if (type === 'int')
    return [
      'int',
      writtenText(value)
        .replace(/^\+/, '')
        .replace(/^(-?)0+(?=\d)/, '$1'),
    ];
  if (type === 'float') return ['float', hex(Number(writtenText(value)))];
  if (Array.isArray(value)) return ['list', (value as readonly PythonValue[]).map(tagged)];
  if (type === 'dict') {
    return [
      'dict',
      Object.entries(value as Record<string, PythonValue>)
        .map(([name, each]) => [name, tagged(each)])
        .sort(byText),
    ];
  }
  return value as Json;
}

const byText = (left: Json, right: Json): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

function hex(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return Number.isNaN(value) ? 'nan' : view.getBigUint64(0).toString(16);
}

function ask<T>(program: string, input: Json): T {
  const { stdout, stderr, status } = spawnSync(python3, ['-c', `${PRELUDE}${program}`], {
    env: { ...process.env, PYTHONPATH: real.folders.join(':') },
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

/** Their modules, with a stand-in for the table of models, whose import needs packages that no check uses. */
const PRELUDE = `
import json, struct, sys, types
table = types.ModuleType("bfcl_eval.constants.model_config")
table.MODEL_CONFIG_MAPPING = {"any": types.SimpleNamespace(underscore_to_dot=False)}
sys.modules["bfcl_eval.constants.model_config"] = table
from bfcl_eval.constants.enums import Language
from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
from bfcl_eval.eval_checker.ast_eval.type_convertor.java_type_converter import java_type_converter
from bfcl_eval.eval_checker.ast_eval.type_convertor.js_type_converter import js_type_converter
`;

const CHECK = `
print(json.dumps([
    ast_checker(functions, calls, json.loads(answers), Language.JAVA if is_java else Language.JAVASCRIPT, category, "any")["valid"]
    for is_java, category, functions, calls, answers in json.load(sys.stdin)
]))
`;

const CONVERT = `
def tagged(value):
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return ["int", str(value)]
    if isinstance(value, float):
        return ["float", "nan" if value != value else "%x" % struct.unpack(">Q", struct.pack(">d", value))]
    if isinstance(value, list):
        return ["list", [tagged(each) for each in value]]
    if isinstance(value, dict):
        return ["dict", sorted([[name, tagged(each)] for name, each in value.items()], key=lambda pair: json.dumps(pair, separators=(",", ":"), ensure_ascii=False))]
    return value
is_java, items = json.load(sys.stdin)
convert = java_type_converter if is_java else js_type_converter
print(json.dumps([tagged(convert(text, type_, nested) if nested else convert(text, type_)) for type_, nested, text in items]))
`;
