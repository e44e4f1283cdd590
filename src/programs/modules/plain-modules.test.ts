import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { DataModel, type JsonDataModel, type MaybeData, type SymbolicDataModel } from '../../data/index.js';
import { Input } from '../input.js';
import type { Module } from '../module.js';
import { Program } from '../program.js';
import { Identity } from './identity.js';
import { Lambda, type LambdaOptions } from './lambda.js';
import { And, Concat, Not, Or, Xor } from './logic.js';
import { Factorize, InMask, OutMask, Prefix, Suffix } from './masks.js';

const Query = new DataModel({ name: 'Query', schema: objectOf('query') });
const Answer = new DataModel({ name: 'Answer', schema: objectOf('answer', 'score') });
const query = Query.of({ query: 'q' });
const answer = Answer.of({ answer: 'a', score: 's' });

function objectOf(...names: string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
}

const keysOf = (output: MaybeData) => output?.keys() ?? null;
const fieldsOf = ({ schema }: { readonly schema: JsonObject }) =>
  Object.keys(schema.properties as JsonObject);

describe('modules that join', () => {
  it('follow the table of logic, for two and for three', async () => {
    const rows: (JsonDataModel | null)[][] = [
      [query, answer],
      [query, null],
      [null, answer],
      [null, null],
      [query, answer, query],
      [null, null, answer],
    ];
    const table = async (module: Module) =>
      Promise.all(rows.map(async (row) => keysOf(await module.call(row))?.join(' ') ?? null));
    expect(await table(new And())).toEqual([
      'query answer score',
      null,
      null,
      null,
      'query answer score query_1',
      null,
    ]);
    expect(await table(new Or())).toEqual([
      'query answer score',
      'query',
      'answer score',
      null,
      'query answer score query_1',
      'answer score',
    ]);
    expect(await table(new Xor())).toEqual([null, 'query', 'answer score', null, null, 'answer score']);
  });

  it('refuse missing data in Concat, and a list of one', async () => {
    expect(keysOf(await new Concat().call([query, answer]))).toEqual(['query', 'answer', 'score']);
    await expect(new Concat().call([query, null])).rejects.toThrow('missing');
    await expect(new Concat().call(query)).rejects.toThrow('at least two');
  });

  it('say their output before there is data', async () => {
    const inputs = [Input({ schema: Query.schema, name: 'q' }), Input({ schema: Answer.schema, name: 'a' })];
    for (const module of [new Concat(), new And(), new Or(), new Xor()]) {
      expect(fieldsOf(await module.call(inputs))).toEqual(['query', 'answer', 'score']);
    }
  });

  it('join inputs of a program that may be missing', async () => {
    const inputs = [
      Input({ schema: Query.schema, name: 'q', optional: true }),
      Input({ schema: Answer.schema, name: 'a', optional: true }),
    ];
    const program = new Program({ inputs, outputs: await new Or().call(inputs) });
    expect((await program.run([null, answer.json])).outputs).toEqual([answer.json]);
    expect((await program.run([query.json, null])).outputs).toEqual([query.json]);
  });

  it('name the fields behind an Or as the graph says, whichever arm was taken', async () => {
    const inputs = ['one', 'two', 'three'].map((name) =>
      Input({ schema: Query.schema, name, optional: name !== 'three' }),
    );
    const [one, two, three] = inputs as [SymbolicDataModel, SymbolicDataModel, SymbolicDataModel];
    const either = await new Or().call([one, two]);
    const outputs = await new Concat().call([either as SymbolicDataModel, three]);
    expect(fieldsOf(outputs as SymbolicDataModel)).toEqual(['query', 'query_1', 'query_2']);
    const program = new Program({ inputs, outputs });
    const run = async (...values: (string | null)[]) =>
      (await program.run(values.map((text) => (text === null ? null : { query: text })))).outputs;
    expect(await run('a', 'b', 'c')).toEqual([{ query: 'a', query_1: 'b', query_2: 'c' }]);
    expect(await run('a', null, 'c')).toEqual([{ query: 'a', query_2: 'c' }]);
    expect(await run(null, 'b', 'c')).toEqual([{ query: 'b', query_2: 'c' }]);
  });
});

describe('modules that change one', () => {
  it.each([
    [new Identity(), ['answer', 'score']],
    [new InMask({ mask: ['answer'] }), ['answer']],
    [new OutMask({ pattern: '^ans' }), ['score']],
    [new Prefix({ prefix: 'gold' }), ['gold_answer', 'gold_score']],
    [new Suffix({ suffix: 'draft' }), ['answer_draft', 'score_draft']],
    [new Factorize(), ['answer', 'score']],
  ] as [Module, string[]][])('%o', async (module, fields) => {
    expect(keysOf(await module.call(answer))).toEqual(fields);
    expect(fieldsOf(await module.call(Input({ schema: Answer.schema })))).toEqual(fields);
    expect(await module.call(null)).toBeNull();
  });

  it('Not ends a branch', async () => {
    expect(await new Not().call(answer)).toBeNull();
    expect(fieldsOf(await new Not().call(Input({ schema: Answer.schema })))).toEqual(['answer', 'score']);
  });

  it('refuse options that make no sense when they are made', () => {
    expect(() => new InMask({ mask: 'answer' as never })).toThrow('list of names');
    expect(() => new OutMask({ pattern: '(' })).toThrow();
    expect(() => new Prefix({ prefix: '' })).toThrow('empty');
    expect(() => new Suffix({ word: 'x' } as never)).toThrow('word');
    expect(() => new Identity({ nmae: 'x' } as never)).toThrow('nmae');
  });
});

describe('Lambda', () => {
  it('computes on one input or several, and is checked', async () => {
    const join = new Lambda({
      dataModel: Query,
      function: (inputs) => ({ query: inputs.map((one) => Object.values(one).join('')).join('+') }),
    });
    expect((await join.call(query))?.json).toEqual({ query: 'q' });
    expect((await join.call([query, answer]))?.json).toEqual({ query: 'q+as' });
    expect(fieldsOf(await join.call(Input({ schema: Answer.schema })))).toEqual(['query']);
    const wrong = new Lambda({ dataModel: Query, function: () => ({ query: 1 }) });
    await expect(wrong.call(query)).rejects.toMatchObject({ code: 'programs/invalid_output' });
    expect(await new Lambda({ dataModel: Query, function: () => null }).call(query)).toBeNull();
  });

  it.each([
    [{ dataModel: Query }, 'function must be a function'],
    [{ function: () => null }, 'needs a schema'],
  ])('refuses %o', (options, words) => {
    expect(() => new Lambda(options as unknown as LambdaOptions)).toThrow(words);
  });
});
