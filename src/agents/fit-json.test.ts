import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../core/index.js';
import { fitJson } from './fit-json.js';

it('leaves what fits as it is', () => {
  const value = { text: 'a', list: [1, null, true] };
  expect(fitJson(value, 100)).toBe(value);
});

it('cuts long texts in their middle and long lists at their end, and says how much is gone', () => {
  const value = {
    error: 'short',
    log: `begin ${'x'.repeat(50_000)} end`,
    rows: Array.from({ length: 9000 }, (_, id) => ({ id })),
  };
  const fitted = fitJson(value, 5000) as { error: string; log: string; rows: Json[] };
  expect(fitted.error).toBe('short');
  expect(fitted.log).toMatch(/^begin x+ \[\d+ characters left out\] x+ end$/);
  expect(fitted.rows[0]).toEqual({ id: 0 });
  expect(fitted.rows.at(-1)).toBe(`[${9001 - fitted.rows.length} items left out]`);
});

it('gives JSON within the limit, whatever the value, or says that it cannot', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 500 }), (value, limit) => {
      const fitted = fitJson(value as Json, limit);
      expect(JSON.stringify(fitted).length <= limit || fitted === null).toBe(true);
    }),
  );
  expect(fitJson(Object.fromEntries(Array.from({ length: 1000 }, (_, key) => [`key ${key}`, 0])), 100)).toBe(
    null,
  );
});
