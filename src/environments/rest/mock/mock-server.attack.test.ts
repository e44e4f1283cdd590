import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/index.js';
import { createRestEnvironment } from '../rest-environment.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });

function notes(schema: JsonObject, schemas: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'notes', version: '1' },
    paths: {
      '/notes': {
        get: { responses: { '200': json({ type: 'array', items: schema }) } },
        post: {
          requestBody: { ...json({ type: 'object', additionalProperties: true }), required: true },
          responses: { '201': json(schema) },
        },
      },
      '/notes/{id}': { get: { responses: { '200': json(schema) } } },
    },
    components: { schemas },
  };
}

const note = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };

describe('a mock server under attack', () => {
  it('takes no body that sets prototypes or is nested without end', async () => {
    const environment = await createRestEnvironment({ spec: notes(note), mock: true });
    const world = await environment.open({ seed: 1 });
    const before = world.stateDigest();
    const deep = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`) as JsonObject;
    const bodies = [
      JSON.parse('{"__proto__": {"polluted": true}}'),
      JSON.parse('{"a": {"__proto__": 1}}'),
      deep,
    ];
    for (const body of bodies as JsonObject[]) {
      const { observation } = await world.call('post_notes', { body });
      expect(['http_400', 'http_422', 'invalid_arguments']).toContain(observation.error?.type);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(world.stateDigest()).toBe(before);
  });

  it('keeps keys that look like paths, facts and prototypes for what they are', async () => {
    const environment = await createRestEnvironment({ spec: notes(note), mock: { initial: { notes: [] } } });
    const world = await environment.open({ seed: 1 });
    const keys = ['../x', 'a/b', 'a%2Fb', '__proto__', 'constructor', 'toString', '?', '*', '\u202e'];
    for (const id of keys) {
      expect((await world.call('post_notes', { body: { id } })).observation.error).toBeNull();
      const { data } = (await world.call('get_notes_id', { id })).observation;
      expect(data).toEqual({ status: 200, body: { id } });
    }
    expect(world.state().size).toBe(keys.length);
    expect([...world.state().keys()].every((name) => name.split('/').length === 2)).toBe(true);
    for (const id of ['valueOf', 'notes/..', '%2E%2E']) {
      expect((await world.call('get_notes_id', { id })).observation.error?.type).toBe('http_404');
    }
  });

  it('begins without objects that no value fits, where schemas grow, loop or ask for the impossible', async () => {
    const doubled: Record<string, JsonObject> = { S40: note };
    for (let n = 0; n < 40; n++) {
      const next = { $ref: `#/components/schemas/S${n + 1}` };
      doubled[`S${n}`] = { allOf: [next, next] };
    }
    const branching = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { $ref: '#/components/schemas/T' }, b: { $ref: '#/components/schemas/T' } },
    };
    const choosing = { oneOf: [{ $ref: '#/components/schemas/U' }, { $ref: '#/components/schemas/U' }] };
    const specs = [
      notes({ $ref: '#/components/schemas/S0' }, doubled),
      notes({ $ref: '#/components/schemas/T' }, { T: branching }),
      notes({ $ref: '#/components/schemas/U' }, { U: choosing }),
      notes({
        ...note,
        required: ['id', 'x'],
        properties: { ...note.properties, x: { type: 'string', minLength: 1e9 } },
      }),
      notes({
        ...note,
        required: ['id', 'x'],
        properties: { ...note.properties, x: { type: 'array', minItems: 1e9 } },
      }),
      notes({
        ...note,
        required: ['id', 'x'],
        properties: {
          ...note.properties,
          x: { type: 'string', pattern: `^${'(a{9})'.repeat(3)}((b{99}){99}){99}$` },
        },
      }),
      notes({
        ...note,
        required: ['id', 'x'],
        properties: {
          ...note.properties,
          x: { type: 'string', pattern: `${'('.repeat(20_000)}a${')'.repeat(20_000)}` },
        },
      }),
      notes({ ...note, required: ['id', 'x'], properties: { ...note.properties, x: { not: {} } } }),
    ];
    const leftOut: string[][] = [];
    for (const spec of specs) {
      const environment = await createRestEnvironment({ spec, mock: true });
      for (const { reason } of environment.leftOut) expect(reason).not.toContain('\n');
      leftOut.push(environment.leftOut.map(({ name }) => name));
    }
    expect(leftOut[0]).toEqual([]);
    expect(leftOut.at(-1)).toEqual(['resource notes']);
  });
});
