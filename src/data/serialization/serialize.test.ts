import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../core/code-point.fixture.js';
import type { JsonObject } from '../../core/index.js';
import { MettleError, parseJsonText } from '../../core/index.js';
import { mettleClasses } from './mettle-classes.js';
import { getRegisteredName, getRegisteredObject, type RestoreOptions } from './registry.js';
import { deserialize, serialize } from './serialize.js';

class Leaf {
  static readonly registeredName = 'serialize-test>Leaf';
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
  static readonly registeredName: string = 'serialize-test>Tree';
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
const double = Object.assign((value: number) => 2 * value, { registeredName: 'serialize-test>double' });
const customObjects = {
  'serialize-test>Leaf': Leaf,
  'serialize-test>Tree': Tree as never,
  'serialize-test>double': double,
};

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
        const tree = deserialize(parseJsonText(text, { subject: 'The file' }), { as: Tree, customObjects });
        expect(((tree.left as Tree).left as Leaf).config).toEqual(plain);
        expect(tree.score).toBe(double);
        expect(JSON.stringify(serialize(tree))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('name what is missing', () => {
    expect(codeOf(() => serialize(new Sapling(new Leaf({}), double)))).toMatch(
      /^data\/not_registered: The class Sapling can't/,
    );
    expect(codeOf(() => serialize(new Tree(new Leaf({}), (value) => value)))).toMatch(
      /not_registered: The function \(without a name\)/,
    );
    expect(
      codeOf(() => deserialize({ registered_name: 'serialize-test>Bush', config: {} }, { customObjects })),
    ).toBe(
      'data/unknown_name: Nothing is known as "serialize-test>Bush". Pass it in customObjects: { \'package>Name\': TheClass }. Given there: serialize-test>Leaf, serialize-test>Tree, serialize-test>double.',
    );
    expect(codeOf(() => serialize(new Leaf({ at: new Date() as never })))).toMatch(
      /invalid_config: The configuration of serialize-test>Leaf holds a Date object/,
    );
  });

  it('find the class that is expected by its name, and others in customObjects', () => {
    const data = JSON.parse(
      JSON.stringify(serialize(new Tree(new Leaf({ a: 1 }), double))).replaceAll('double', 'triple'),
    );
    const triple = (value: number) => 3 * value;
    const tree = deserialize(data, {
      as: Tree,
      customObjects: { ...customObjects, 'serialize-test>triple': triple },
    });
    expect(tree.score(2)).toBe(6);
  });

  it('refuse data that is of another kind or hostile', () => {
    const leaf = serialize(new Leaf({}));
    expect(codeOf(() => deserialize(leaf, { as: Tree, customObjects }))).toBe(
      'data/wrong_kind: Expected a Tree, but the data holds a serialize-test>Leaf.',
    );
    expect(
      codeOf(() => deserialize({ registered_name: 'serialize-test>double', config: {} }, { customObjects })),
    ).toMatch(/is a function, but/);
    expect(
      codeOf(() => deserialize({ registered_function: 'serialize-test>Leaf' }, { customObjects })),
    ).toMatch(/is a class, but/);
    expect(
      codeOf(() =>
        deserialize({ registered_name: 'serialize-test>Leaf', config: { size: -1 } }, { as: Leaf }),
      ),
    ).toBe(
      "data/not_restored: serialize-test>Leaf can't be restored from its configuration: a size is positive",
    );
    for (const name of ['constructor', '__proto__', 'toString', 'serialize-test>', '>', '']) {
      expect(codeOf(() => deserialize({ registered_name: name, config: {} }))).toMatch(/^data\/unknown_name/);
      expect(codeOf(() => deserialize({ registered_name: name, config: {} }, { customObjects: {} }))).toMatch(
        /unknown_name/,
      );
    }
    for (const data of [null, [], 'text', {}, { registered_name: 'serialize-test>Leaf' }, { config: {} }]) {
      expect(codeOf(() => deserialize(data))).toMatch(/^data\/invalid_data/);
    }
  });
});

describe('getRegisteredName', () => {
  it('is the name that a class or a function says, and no heir shares', () => {
    expect(getRegisteredName(Leaf)).toBe('serialize-test>Leaf');
    expect(getRegisteredName(new Leaf({}))).toBe('serialize-test>Leaf');
    expect(getRegisteredName(double)).toBe('serialize-test>double');
    expect(getRegisteredName(Sapling)).toBeUndefined();
    expect(getRegisteredName(() => 1)).toBeUndefined();
    expect(getRegisteredObject('serialize-test>double', { customObjects })).toBe(double);
  });

  it.each(['a', 'a>b>c', '>b', 'a>', 'ä>b', 5])('refuses %j', (registeredName) => {
    const named = Object.assign(() => 1, { registeredName });
    expect(codeOf(() => getRegisteredName(named))).toMatch(/^data\/invalid_name: .*'package>Name'/);
  });
});

describe('mettleClasses', () => {
  it('loads the classes of Mettle that a value names at any depth, and nothing else', async () => {
    const named = (name: string) => ({ registered_name: name, config: {} });
    const saved = {
      a: [named('mettle>Not'), named('mine>Not')],
      ...named('mettle>Xor'),
      b: named('mettle>toString'),
    };
    expect(Object.keys(await mettleClasses(saved)).sort()).toEqual(['mettle>Not', 'mettle>Xor']);
    expect(await mettleClasses(null)).toEqual({});
  });
});

describe('parseJsonText', () => {
  const parse = (text: string, maxCharacters = 5_000_000) =>
    codeOf(() => parseJsonText(text, { subject: 'The file a.json', maxCharacters }));

  it('refuses what is hostile or broken, in one line', () => {
    expect(parse('{"a": [1, {"__proto__": {"x": 1}}]}')).toBe(
      'core/invalid_json: The file a.json has a member called __proto__, which is not allowed.',
    );
    expect(parse('['.repeat(1_000_000))).toBe(
      'core/invalid_json: The file a.json is nested deeper than 400.',
    );
    expect(parse(`${'{"a":'.repeat(401)}1${'}'.repeat(401)}`)).toMatch(/nested deeper than 400/);
    expect(parse('[1,2')).toMatch(
      /^core\/invalid_json: The file a\.json is not JSON: .*\. It may be cut off\.$/,
    );
    expect(parse('"aaaa"', 5)).toBe('core/invalid_json: The file a.json is longer than 5 characters.');
  });

  it('reads anything else, brackets in strings included', () => {
    const value = { a: ['[['.repeat(1_000), '\\"[', { constructor: null }] };
    expect(parseJsonText(`\uFEFF${JSON.stringify(value)}`, { subject: 'It' })).toEqual(value);
  });
});
