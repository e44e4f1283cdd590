import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, schemaReader } from './standard-schema.js';

describe('schemaReader', () => {
  it('reads with a schema of Zod', async () => {
    const reader = schemaReader(z.object({ n: z.coerce.number(), tags: z.array(z.string()).default([]) }));
    expect(reader.jsonSchema).toMatchObject({ type: 'object', properties: { tags: { type: 'array' } } });
    const reading = await reader.read({ n: '3' });
    expect(reading).toEqual({ ok: true, value: { n: 3, tags: [] } });
    if (reading.ok) expectTypeOf(reading.value.n).toEqualTypeOf<number>();
    expect(await reader.read({ n: 3, tags: [1] })).toMatchObject({
      ok: false,
      problems: [{ path: ['tags', 0] }],
    });
  });

  it('says that there is no schema', () => {
    expect(() => jsonSchemaOf(undefined as never)).toThrow(/no schema\. Give one as \{ schema \}/);
  });

  it('reads with JSON Schema', async () => {
    const schema = { type: 'object', required: ['n'] };
    expect(jsonSchemaOf(schema)).toBe(schema);
    expect(await schemaReader(schema).read({ n: 1 })).toEqual({ ok: true, value: { n: 1 } });
    expect(await schemaReader(schema).read({})).toMatchObject({ ok: false });
  });

  it('says what to do with a schema that has no JSON Schema', () => {
    const { validate } = z.string()['~standard'];
    const bare = { '~standard': { version: 1 as const, vendor: 'other', validate } };
    expect(() => jsonSchemaOf(bare)).toThrowError(expect.objectContaining({ code: 'core/no_json_schema' }));
    expect(() => jsonSchemaOf(z.object({ at: z.date() }))).toThrowError(/cannot be written as JSON Schema/);
  });

  it('takes a schema that throws for one that is not met', async () => {
    const broken = z.string().refine(() => {
      throw new Error('broken');
    });
    expect(await schemaReader(broken).read('a')).toMatchObject({
      ok: false,
      problems: [{ message: 'cannot be checked: broken' }],
    });
  });
});
