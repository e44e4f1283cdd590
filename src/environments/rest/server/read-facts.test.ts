import { describe, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import { readOperations } from '../read-operations.js';
import { checkReadState, factsOf } from './read-facts.js';

const call = { tool: 'list_dogs', key: 'id' };

describe('facts of a real server', () => {
  it('are read by GET alone', () => {
    const operations = new Map(
      readOperations({
        openapi: '3.1.0',
        info: { title: 'x', version: '1' },
        paths: { '/dogs': { get: { operationId: 'listDogs' }, post: { operationId: 'addDog' } } },
      }).map((operation) => [operation.tool.name, operation]),
    );
    expect(() => checkReadState({ dogs: call }, operations)).not.toThrow();
    expect(() => checkReadState({ dogs: { tool: 'add_dog' } }, operations)).toThrow(
      'readState.dogs: "add_dog" is a POST; only GET reads facts.',
    );
    expect(() => checkReadState({ dogs: { tool: 'cats' } }, operations)).toThrow('"cats" is no operation');
  });

  it('are the whole answer without a key, else one for each object of its list', () => {
    const dogs = [{ id: 3 }, { id: 'a', old: true }];
    expect(factsOf('dogs', { tool: 'list_dogs' }, dogs)).toEqual([['dogs', dogs]]);
    const each = [
      ['dogs/3', dogs[0]],
      ['dogs/a', dogs[1]],
    ];
    expect(factsOf('dogs', call, dogs)).toEqual(each);
    expect(factsOf('dogs', call, { total: 2, data: dogs })).toEqual(each);
    expect(factsOf('dogs', call, [])).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['no list', { total: 2 }, 'the answer holds no list'],
    ['a text', 'list', 'the answer holds no list'],
    ['two lists', { data: [], more: [] }, 'the answer holds no list'],
    ['objects without the key', [{ name: 'x' }], 'an object of the list has no id'],
    ['a key that is not text or number', [{ id: null }], 'an object of the list has no id'],
    ['what is not an object', [7], 'an object of the list has no id'],
    ['too many objects', Array.from({ length: 10_001 }, (_item, id) => ({ id })), 'more than 10000 objects'],
  ])('are refused where the answer has %s', (_name, body, problem) =>
    expect(() => factsOf('dogs', call, body)).toThrow(
      `readState.dogs: `.concat(problem.startsWith('more') ? 'the list has ' : '', problem),
    ),
  );
});
