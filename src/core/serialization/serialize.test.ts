import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../code-point.fixture.js';
import { MettleError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { parseJsonText } from './plain-json.js';
import {
  getRegisteredName,
  getRegisteredObject,
  type RestoreOptions,
  registerSerializable,
} from './registry.js';
import { deserialize, serialize } from './serialize.js';

class Leaf {
  readonly config: JsonObject;
  constructor(config: JsonObject) {
    if (config.size === -1) throw new RangeError('a size is positive');
    this.config = config;
  }
  getConfig(): JsonObject {
    return this.config;
  }
}
class Tree {
  readonly left: Leaf | Tree;
  readonly score: (value: number) => number;
  constructor(left: Leaf | Tree, score: (value: number) => number) {
    this.left = left;
    this.score = score;
  }
  getConfig(): JsonObject {
    return { left: serialize(this.left), score: serialize(this.score) };
  }
  static fromConfig(config: JsonObject, options: RestoreOptions): Tree {
    return new Tree(deserialize(config.left, options) as Leaf, deserialize(config.score, options) as never);
  }
}
class Sapling extends Tree {}
const double = (value: number) => 2 * value;
registerSerializable('serialize-test', 'Leaf')(Leaf);
registerSerializable('serialize-test', 'Tree')(Tree);
registerSerializable('serialize-test', 'double')(double);

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return MettleError.isInstance(error) ? `${error.code}: ${error.message}` : String(error);
  }
  return 'nothing';
}

describe('serialize and deserialize', () => {
  it('give back what any configuration makes, through text', () => {
    const key = fc.string().filter((name) => name !== '__proto__');
    const config = fc.dictionary(
      key,
      fc.jsonValue({ stringUnit: codePoint }).filter((value) => !JSON.stringify(value).includes('__proto__')),
    );
    fc.assert(
      fc.property(config, (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonObject;
        const text = JSON.stringify(serialize(new Tree(new Tree(new Leaf(plain), double), double)));
        const tree = deserialize(parseJsonText(text, { subject: 'The file' }), { as: Tree });
        expect(((tree.left as Tree).left as Leaf).config).toEqual(plain);
        expect(tree.score).toBe(double);
        expect(JSON.stringify(serialize(tree))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('name what is missing', () => {
    expect(codeOf(() => serialize(new Sapling(new Leaf({}), double)))).toMatch(
      /^serialization\/not_registered: The class Sapling can't/,
    );
    expect(codeOf(() => serialize(new Tree(new Leaf({}), (value) => value)))).toMatch(
      /not_registered: The function \(without a name\)/,
    );
    expect(codeOf(() => deserialize({ registered_name: 'serialize-test>Bush', config: {} }))).toBe(
      'serialization/unknown_name: Nothing is registered as "serialize-test>Bush". Import the file that registers it, or pass it in customObjects. Known there: serialize-test>Leaf, serialize-test>Tree, serialize-test>double.',
    );
    expect(codeOf(() => serialize(new Leaf({ at: new Date() as never })))).toMatch(
      /invalid_config: The configuration of serialize-test>Leaf holds a Date object/,
    );
  });

  it('look into customObjects first, also for what lies inside', () => {
    const data = JSON.parse(
      JSON.stringify(serialize(new Tree(new Leaf({ a: 1 }), double))).replaceAll('double', 'triple'),
    );
    const triple = (value: number) => 3 * value;
    const tree = deserialize(data, { as: Tree, customObjects: { 'serialize-test>triple': triple } });
    expect(tree.score(2)).toBe(6);
  });

  it('refuse data that is of another kind or hostile', () => {
    const leaf = serialize(new Leaf({}));
    expect(codeOf(() => deserialize(leaf, { as: Tree }))).toBe(
      'serialization/wrong_kind: Expected a Tree, but the data holds a serialize-test>Leaf.',
    );
    expect(codeOf(() => deserialize({ registered_name: 'serialize-test>double', config: {} }))).toMatch(
      /is a function, but/,
    );
    expect(codeOf(() => deserialize({ registered_function: 'serialize-test>Leaf' }))).toMatch(
      /is a class, but/,
    );
    expect(codeOf(() => deserialize({ registered_name: 'serialize-test>Leaf', config: { size: -1 } }))).toBe(
      "serialization/not_restored: serialize-test>Leaf can't be restored from its configuration: a size is positive",
    );
    for (const name of ['constructor', '__proto__', 'toString', 'serialize-test>', '>', '']) {
      expect(codeOf(() => deserialize({ registered_name: name, config: {} }))).toMatch(
        /^serialization\/unknown_name/,
      );
      expect(codeOf(() => deserialize({ registered_name: name, config: {} }, { customObjects: {} }))).toMatch(
        /unknown_name/,
      );
    }
    for (const data of [null, [], 'text', {}, { registered_name: 'serialize-test>Leaf' }, { config: {} }]) {
      expect(codeOf(() => deserialize(data))).toMatch(/^serialization\/invalid_data/);
    }
  });
});

describe('registerSerializable', () => {
  it('gives one name to one thing', () => {
    expect(getRegisteredName(Leaf)).toBe('serialize-test>Leaf');
    expect(getRegisteredName(new Leaf({}))).toBe('serialize-test>Leaf');
    expect(getRegisteredName(Sapling)).toBeUndefined();
    expect(getRegisteredObject('serialize-test>double')).toBe(double);
    expect(registerSerializable('serialize-test', 'Leaf')(Leaf)).toBe(Leaf);
    expect(codeOf(() => registerSerializable('serialize-test', 'Leaf')(Tree))).toMatch(/name_taken/);
    expect(codeOf(() => registerSerializable('serialize-test', 'Other')(Leaf))).toMatch(
      /name_taken: Leaf is registered already/,
    );
    expect(codeOf(() => registerSerializable('a>b', 'c'))).toMatch(/invalid_name/);
  });
});

describe('parseJsonText', () => {
  const parse = (text: string, maxCharacters = 5_000_000) =>
    codeOf(() => parseJsonText(text, { subject: 'The file a.json', maxCharacters }));

  it('refuses what is hostile or broken, in one line', () => {
    expect(parse('{"a": [1, {"__proto__": {"x": 1}}]}')).toBe(
      'serialization/invalid_data: The file a.json has a member called __proto__, which is not allowed.',
    );
    expect(parse('['.repeat(1_000_000))).toBe(
      'serialization/invalid_data: The file a.json is nested deeper than 400.',
    );
    expect(parse(`${'{"a":'.repeat(401)}1${'}'.repeat(401)}`)).toMatch(/nested deeper than 400/);
    expect(parse('[1,2')).toMatch(
      /^serialization\/invalid_data: The file a\.json is not JSON: .*\. It may be cut off\.$/,
    );
    expect(parse('"aaaa"', 5)).toBe(
      'serialization/invalid_data: The file a.json is longer than 5 characters.',
    );
  });

  it('reads anything else, brackets in strings included', () => {
    const value = { a: ['[['.repeat(1_000), '\\"[', { constructor: null }] };
    expect(parseJsonText(`\uFEFF${JSON.stringify(value)}`, { subject: 'It' })).toEqual(value);
  });
});
