import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './problem.js';
import { type SchemaValidator, type SchemaValidatorOptions, schemaValidator } from './schema-validator.js';

function problems(schema: unknown, value: unknown, options?: SchemaValidatorOptions): readonly string[] {
  return schemaValidator(schema, options)
    .check(value)
    .map((problem) => describeProblem(problem, 'value'));
}

/** What is wrong with a schema. */
function refusal(schema: unknown): string {
  try {
    schemaValidator(schema);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

const flight = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    seats: { type: 'integer', minimum: 1, maximum: 9 },
    class: { enum: ['first', 'second'] },
    stops: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
  required: ['city'],
  additionalProperties: false,
};

describe('schemaValidator', () => {
  it('says where and what, for each problem', () => {
    expect(problems(flight, { city: 'Oslo', seats: 2, class: 'first', stops: ['Rome'] })).toEqual([]);
    expect(problems(flight, { seats: 1.5, class: 'third', stops: ['Rome', 1, 'Rome'], 'a b': 9 })).toEqual([
      'value: needs "city"',
      'value.seats: must be a whole number, not 1.5',
      'value.class: must be one of "first", "second", not "third"',
      'value.stops: must not repeat an item: items 0 and 2 are equal',
      'value.stops[1]: must be a string, not 1',
      'value["a b"]: is not allowed here; known are "city", "seats", "class", "stops"',
    ]);
    expect(problems(flight, [])).toEqual(['value: must be an object, not a list of 0']);
  });

  it.each<[unknown, unknown, unknown]>([
    [{ multipleOf: 0.01 }, 1.15, 1.155],
    [{ multipleOf: 1 }, 1e300, 1_000_000_000_000_000.5],
    [{ multipleOf: 0.5 }, 12345678901.5, 12345678901.25],
    [{ maxLength: 2 }, '😀😀', '😀😀😀'],
    [{ const: { a: [1, { b: null }] } }, { a: [1, { b: null }] }, { a: [1, { b: 0 }] }],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 'b']],
    [{ items: [{ type: 'string' }], additionalItems: { type: 'number' } }, ['a', 1], ['a', 'b']],
    [{ contains: { const: 1 }, minContains: 2, maxContains: 3 }, [1, 0, 1], [1, 1, 1, 1]],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, { ab: 1 }, { Ab: 1 }],
    [{ dependentRequired: { a: ['b'] } }, { a: 1, b: 1 }, { a: 1 }],
    [{ dependencies: { a: ['b'], c: { maxProperties: 1 } } }, { c: 1 }, { a: 1 }],
    [JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2}}'), 2, 'a'],
    [{ oneOf: [{ minimum: 2 }, { maximum: 4 }] }, 5, 3],
    [{ not: { type: 'string' } }, 1, 'a'],
    [{ $ref: '#/$defs/~1', $defs: { '/': { type: 'null' } } }, null, 1],
    [{ $ref: '#n', definitions: { x: { $anchor: 'n', type: 'null' } } }, null, 1],
    [
      { properties: { a: { $recursiveRef: '#' } }, required: ['b'] },
      { b: 1, a: { b: 1 } },
      { b: 1, a: {} },
    ],
    [{ allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1 }, { a: 1, b: 2 }],
    [{ prefixItems: [{}], unevaluatedItems: false }, [1], [1, 2]],
    [{ patternProperties: { '^n': { type: 'number' } }, additionalProperties: false }, { n1: 1 }, { m: 1 }],
    [{ format: 'date-time' }, '2024-02-29T23:59:60Z', '2023-02-29T00:00:00Z'],
    [{ format: 'email' }, 'a@b.org', 'a@b@c'],
    [{ format: 'uri' }, 'https://a.b/c', 'a b'],
    [{ format: 'something-else' }, 'anything', undefined],
  ])('%j takes %j and not %j', (schema, good, bad) => {
    expect(problems(schema, good)).toEqual([]);
    if (bad !== undefined) expect(problems(schema, bad)).not.toEqual([]);
  });

  it('says what the nearest of several shapes lacks', () => {
    const shapes = {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
          required: ['radius'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'square' }, side: { type: 'number' } },
          required: ['side'],
        },
        { type: 'string' },
      ],
    };
    expect(problems(shapes, { kind: 'square', side: 'x' })).toEqual([
      'value: fits none of its 3 shapes; the closest is shape 2, but it.side: must be a number, not "x"',
    ]);
  });

  it('knows what other keywords looked at, however deep the schema lies', () => {
    let schema: object = { properties: { a: {} }, unevaluatedProperties: false };
    let [good, bad]: object[] = [{ a: 1 }, { b: 1 }];
    for (let depth = 0; depth < 120; depth += 1) {
      schema = { properties: { in: schema } };
      [good, bad] = [{ in: good }, { in: bad }];
    }
    expect(problems(schema, good)).toEqual([]);
    expect(problems(schema, bad)).toEqual([expect.stringContaining('b: is not allowed here')]);
  });

  it('reads the limits of draft 4, which say of the limit beside them that it is not reached', () => {
    const schema = { minimum: 0, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false };
    expect(problems(schema, 0)).toEqual(['value: must be greater than 0, not 0']);
    expect(problems(schema, 3)).toEqual([]);
    expect(problems({ exclusiveMaximum: true }, 3)).toEqual([]);
  });

  it('knows own members alone', () => {
    expect(problems({ required: ['toString'] }, {})).toHaveLength(1);
    expect(problems({ properties: { constructor: { type: 'number' } } }, {})).toEqual([]);
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"number"}},"required":["__proto__"]}');
    expect(problems(schema, {})).toEqual(['value: needs "__proto__"']);
    expect(problems(schema, JSON.parse('{"__proto__":"x"}'))).toEqual([
      'value.__proto__: must be a number, not "x"',
    ]);
  });

  it('takes a copy of the schema', () => {
    const schema = { type: 'string' };
    const validator = schemaValidator(schema);
    schema.type = 'number';
    expect(validator.check('a')).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a list', [], 'a schema is an object'],
    [
      'an unknown type',
      { properties: { a: { type: 'text' } } },
      'at #/properties/a: there is no type "text"',
    ],
    ['a foreign reference', { $ref: 'https://example.org/x' }, 'names nothing in this schema'],
    ['a lost reference', { items: { $ref: '#/$defs/a' } }, 'at #/items'],
    ['an inherited reference', { $ref: '#/constructor' }, 'names nothing'],
    ['a wrong keyword', { required: 'a' }, 'required has to be a list'],
    ['a negative count', { minLength: -1 }, '0 or more'],
    ['look-around', { pattern: '(?=a)b' }, 'linear time'],
    [
      'several dynamic anchors',
      { $dynamicRef: '#a', $defs: { x: { $dynamicAnchor: 'a' }, y: { $dynamicAnchor: 'a' } } },
      'use $ref',
    ],
    [
      'several recursive anchors',
      { $recursiveRef: '#', $recursiveAnchor: true, $defs: { x: { $recursiveAnchor: true } } },
      'use $ref',
    ],
    ['what is not JSON', { const: 1n }, 'not JSON'],
  ])('refuses %s', (_what, schema, words) => {
    expect(refusal(schema)).toContain(words);
  });
});

const WIDE = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`n${i}`, true]));
const LONG = `https://a.b/${'c'.repeat(30_000)}`;

describe('a hostile schema', () => {
  it('is refused when it is too deep, or a circle', () => {
    let deep: unknown = {};
    for (let i = 0; i < 300; i += 1) deep = { items: deep };
    expect(refusal(deep)).toContain('nested too deep');
    const circle: { items?: unknown } = {};
    circle.items = circle;
    expect(refusal(circle)).toContain('not JSON');
  });

  it('ends a check that goes round in circles', () => {
    expect(problems({ $ref: '#' }, 1)).toEqual(['value: is nested too deep to be checked']);
    const pair = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(problems(pair, 1)).toEqual(['value: is nested too deep to be checked']);
  });

  it('ends a check whose work doubles at every step', () => {
    const steps = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `s${i}`,
        { allOf: [{ $ref: `#/$defs/s${i + 1}` }, { $ref: `#/$defs/s${i + 1}` }] },
      ]),
    );
    const bomb = { $ref: '#/$defs/s0', $defs: { ...steps, s40: {} } };
    expect(problems(bomb, 1, { maxWork: 10_000 })).toEqual([
      'value: is too large to be checked against this schema',
    ]);
  });

  it.each<[string, object, unknown]>([
    ['an object counted', { minProperties: 1 }, WIDE],
    ['names that no pattern is for', { patternProperties: {} }, WIDE],
    ['rules for members that are missing', { properties: WIDE }, {}],
    ['dependencies of such', { dependentSchemas: WIDE }, {}],
    ['dependencies of earlier drafts', { dependencies: WIDE }, {}],
    ['a long text compared', { const: LONG }, LONG],
    ['a long text read', { format: 'uri' }, LONG],
  ])('pays for %s each time', (_what, schema, value) => {
    const again = { allOf: Array(100).fill({ $ref: '#/$defs/a' }), $defs: { a: schema } };
    expect(problems(again, value, { maxWork: 10_000 })).toEqual([
      'value: is too large to be checked against this schema',
    ]);
  });

  it('pays for names that are handed on, from reference to reference', () => {
    let chain: object = { properties: WIDE };
    for (let i = 0; i < 50; i += 1) chain = { allOf: [chain] };
    expect(problems({ ...chain, unevaluatedProperties: false }, WIDE, { maxWork: 10_000 })).toEqual([
      'value: is too large to be checked against this schema',
    ]);
  });

  it('has its long names cut where they are told', () => {
    const name = 'n'.repeat(10_000);
    const [words = ''] = problems({ required: [name], dependentRequired: { a: [name] } }, { a: 1 });
    expect(words.length).toBeLessThan(200);
  });

  it('takes no time for a pattern that backtracks', () => {
    expect(problems({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toHaveLength(1);
    expect(refusal({ pattern: 'a'.repeat(3_000) })).toContain('longer than');
  });

  it('is refused when its patterns repeat so much that they fill the memory', () => {
    const patterns = Array.from({ length: 20 }, (_, i) => ({ pattern: `^${i}${'a{1000}'.repeat(8)}$` }));
    expect(refusal({ anyOf: patterns.slice(0, 4) })).toBe('accepted');
    expect(refusal({ anyOf: patterns })).toContain('repeat too much');
    const classes = Array.from({ length: 20 }, (_, i) => ({ pattern: `${'\\p{L}'.repeat(50)}${i}` }));
    expect(refusal({ anyOf: classes })).toContain('too many');
    expect(refusal({ anyOf: Array(20).fill(patterns[0]) })).toBe('accepted');
  });

  it('has its pattern left out only where its owner checks again', () => {
    const schema = {
      properties: { a: { pattern: '^(?!x)' } },
      patternProperties: { '^(?!y)': {} },
      additionalProperties: false,
    };
    expect(problems(schema, { a: 'x', z: 1 }, { patterns: 'ignore' })).toEqual([]);
  });
});

describe('a hostile value', () => {
  it('may be as deep as it likes', () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(problems({ items: { $ref: '#' } }, deep)).toEqual(['value: is nested too deep to be checked']);
    expect(problems({ const: 1 }, deep)).toHaveLength(1);
    expect(problems({ enum: [[[[]]]] }, deep)).toHaveLength(1);
  });

  it('has its problems counted, not its size', () => {
    expect(problems({ items: { type: 'string' } }, Array(1_000).fill(1))).toHaveLength(20);
  });

  it('has its items looked up, not compared with each other', () => {
    const lists = (count: number) => Array.from({ length: count }, (_, i) => ({ b: [i], a: 'x' }));
    expect(problems({ uniqueItems: true }, lists(20_000), { maxWork: 50_000 })).toEqual([]);
    expect(problems({ uniqueItems: true }, [...lists(20_000), { a: 'x', b: [7] }])).toEqual([
      'value: must not repeat an item: items 7 and 20000 are equal',
    ]);
    const enumeration = { items: { enum: Array.from({ length: 1_000 }, (_, i) => `k${i}`) } };
    expect(problems(enumeration, Array(20_000).fill('k999'), { maxWork: 50_000 })).toEqual([]);
  });

  it('may take the more work the larger it is, and small ones stay small', () => {
    const schema = { items: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }] } };
    expect(problems(schema, Array(5_000).fill(1))).toEqual([]);
    expect(problems(schema, Array(300_000).fill(1))).toEqual([]);
    const shapes = { items: { anyOf: Array.from({ length: 40 }, (_, i) => ({ const: i })) } };
    expect(problems(shapes, Array(300_000).fill(39))).toEqual([
      'value: is too large to be checked against this schema',
    ]);
  });

  it('takes no more work where shapes lead to themselves by many ways', () => {
    const maxWork = 20_000;
    const doubled = { anyOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }], minItems: 1 };
    const deep = JSON.parse('['.repeat(40) + ']'.repeat(40));
    expect(problems(doubled, deep, { maxWork })[0]).toContain('fits none of its 2 shapes');
    const operators = ['add', 'subtract', 'multiply', 'divide'];
    const tree = {
      anyOf: [...operators, 'number'].map((operator) => ({
        properties: { left: { $ref: '#' }, right: { $ref: '#' }, operator: { const: operator } },
        required: ['operator'],
      })),
    };
    const grown = (levels: number): object =>
      levels === 0
        ? { operator: 'number' }
        : { left: grown(levels - 1), right: grown(levels - 1), operator: 'divide' };
    expect(problems(tree, grown(6), { maxWork })).toEqual([]);
  });

  it('has no message made of a shape that was only tried', () => {
    let made = 0;
    const told = {
      get length() {
        made += 1;
        return 3;
      },
    };
    const list = new Proxy([1, 2], {
      get: (of, key) => (key === 'length' ? told.length : Reflect.get(of, key)),
    });
    expect(problems({ anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'array' }] }, list)).toEqual([]);
    expect(made).toBe(0);
  });
});

const KEYWORDS = [
  ...[
    'type',
    'enum',
    'const',
    'minimum',
    'maxLength',
    'pattern',
    'format',
    'required',
    'properties',
    'items',
  ],
  ...[
    'additionalProperties',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'then',
    '$ref',
    '$defs',
    'contains',
    'prefixItems',
  ],
  ...[
    'uniqueItems',
    'unevaluatedProperties',
    'dependentRequired',
    'propertyNames',
    '$id',
    '$anchor',
    'multipleOf',
  ],
];

it('whatever a schema and a value are, the schema is refused by name or the value is judged', () => {
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.boolean(),
      fc.dictionary(fc.constantFrom(...KEYWORDS), fc.oneof(tie('schema'), tie('plain'), tie('schemas')), {
        maxKeys: 4,
      }),
    ),
    schemas: fc.array(tie('schema'), { maxLength: 3 }),
    plain: fc.oneof(
      fc.constantFrom(
        'string',
        'object',
        'array',
        'number',
        '#',
        '#/$defs/a',
        'a',
        '(',
        '^a+$',
        'date',
        0,
        1,
        -1,
      ),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  }));
  fc.assert(
    fc.property(schema, fc.jsonValue({ maxDepth: 3 }), (given, value) => {
      let validator: SchemaValidator;
      try {
        validator = schemaValidator(given, { maxWork: 10_000 });
      } catch (error) {
        expect(error).toMatchObject({ code: 'core/invalid_schema' });
        return;
      }
      expect(Array.isArray(validator.check(value))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
