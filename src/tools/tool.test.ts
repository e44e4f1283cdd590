import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Json } from '../core/index.js';
import { MettleError } from '../core/index.js';
import { ToolFailure, tool } from './tool.js';

const noted: unknown[] = [];
const book = tool({
  name: 'book_flight',
  description: 'Books a flight.',
  parameters: z.object({
    city: z.string().min(1),
    seats: z.number().int().min(1).default(1),
    class: z.enum(['first', 'second']).optional(),
  }),
  execute: (args) => {
    expectTypeOf(args.seats).toEqualTypeOf<number>();
    noted.push(args);
    return { booked: args };
  },
});

function failing(error: unknown, idempotent = false) {
  let calls = 0;
  const made = tool({
    name: 'fails',
    description: '',
    idempotent,
    execute: () => {
      calls += 1;
      throw error;
    },
  });
  return { made, calls: () => calls };
}

describe('tool', () => {
  it('shows Zod parameters as JSON Schema and fills their defaults', async () => {
    expect(book.parameters).toMatchObject({ type: 'object', required: ['city'] });
    expect(await book.call('{"city":"Oslo"}')).toEqual({
      ok: true,
      value: { booked: { city: 'Oslo', seats: 1 } },
    });
  });

  it('tells a model what is wrong with its arguments, and does nothing', async () => {
    noted.length = 0;
    const outcome = await book.call({ city: 'Oslo', seats: 0, class: 'third' });
    expect(outcome).toMatchObject({ ok: false, fault: 'invalid_arguments' });
    const { error } = outcome as { error: string };
    expect(error).toContain('arguments.seats: ');
    expect(error).toContain('arguments.class: ');
    expect(error).toContain('The schema: {');
    expect((await book.call('{"city":')) as { error: string }).toMatchObject({
      error: expect.stringContaining('not JSON'),
    });
    expect(noted).toEqual([]);
  });

  it('checks JSON Schema, names of the prototype among it', async () => {
    const echo = tool({
      name: 'echo',
      description: '',
      parameters: { type: 'object', required: ['toString'], additionalProperties: { type: 'integer' } },
      execute: (args) => args,
    });
    expect((await echo.call({})).ok).toBe(false);
    expect((await echo.call('{"toString":1,"__proto__":"x"}')) as { error: string }).toMatchObject({
      error: expect.stringContaining('arguments.__proto__: must be a whole number'),
    });
  });

  it('answers with any JSON, and says so when there is none', async () => {
    const answer = (value: unknown) =>
      tool({ name: 'answers', description: '', execute: () => value }).call({});
    for (const value of ['x', 0, false, null, [1, { a: [] }]] satisfies Json[]) {
      expect(await answer(value)).toEqual({ ok: true, value });
    }
    expect(await answer(undefined)).toEqual({ ok: true, value: null });
    expect(await answer(new Date(0))).toEqual({ ok: true, value: '1970-01-01T00:00:00.000Z' });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const value of [circle, 1n, () => 1, 'x'.repeat(5_000_001)]) {
      expect(await answer(value)).toMatchObject({ ok: false, fault: 'bad_result' });
    }
  });

  it('turns what is thrown into one line', async () => {
    const { made } = failing(new TypeError('no such seat'));
    expect(await made.call({})).toMatchObject({ fault: 'failed', error: 'fails failed: no such seat' });
    const mettle = new MettleError({
      code: 'core/invalid_json',
      message: 'for people',
      instructions: 'for models',
    });
    expect(await failing(mettle).made.call({})).toMatchObject({
      error: 'fails failed: for models',
      cause: mettle,
    });
    expect(await failing(new ToolFailure('sold out')).made.call({})).toMatchObject({ error: 'sold out' });
  });

  it('repeats a transient fault only where that is harmless', async () => {
    const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const unsafe = failing(lost);
    await unsafe.made.call({});
    expect(unsafe.calls()).toBe(1);
    const safe = failing(new Error('fetch failed', { cause: lost }), true);
    expect(await safe.made.call({})).toMatchObject({ ok: false, fault: 'failed' });
    expect(safe.calls()).toBe(3);
    const wrong = failing(new Error('no such row'), true);
    await wrong.made.call({});
    expect(wrong.calls()).toBe(1);
  });

  it('gives up a tool that hangs, and tells it to stop', async () => {
    let told: unknown;
    const hangs = tool({
      name: 'hangs',
      description: '',
      timeoutSeconds: 0.01,
      execute: (_args, { signal }) => {
        signal.addEventListener('abort', () => {
          told = signal.reason;
        });
        return new Promise(() => {});
      },
    });
    expect(await hangs.call({})).toMatchObject({ ok: false, fault: 'timeout' });
    expect(told).toMatchObject({ name: 'TimeoutError' });
  });

  it('rejects with the reason of the caller who aborts, before and in mid-call', async () => {
    const reason = new Error('stop');
    await expect(book.call({ city: 'Oslo' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const early = new AbortController();
    const call = book.call({ city: 'Oslo' }, { signal: early.signal });
    early.abort(reason);
    await expect(call).rejects.toBe(reason);
    for (const listens of [true, false]) {
      const controller = new AbortController();
      const waits = tool({
        name: 'waits',
        description: '',
        execute: (_args, { signal }) => {
          queueMicrotask(() => controller.abort(reason));
          return new Promise((_, reject) => {
            if (listens) signal.addEventListener('abort', () => reject(new Error('told')));
          });
        },
      });
      await expect(waits.call({}, { signal: controller.signal })).rejects.toBe(reason);
    }
  });

  it('refuses what is no tool', () => {
    const make = (more: object) => () => tool({ name: 'x', description: '', execute: () => 1, ...more });
    for (const more of [{ name: 'a b' }, { name: '' }]) {
      expect(make(more)).toThrowError(expect.objectContaining({ code: 'tools/invalid_tool' }));
    }
    for (const more of [{ timeoutSeconds: 0 }, { execute: 1 }, { retries: 3 }]) {
      expect(make(more)).toThrowError(expect.objectContaining({ code: 'core/invalid_option' }));
    }
    expect(make({ parameters: { type: 'text' } })).toThrowError(
      expect.objectContaining({ code: 'core/invalid_schema' }),
    );
  });
});
