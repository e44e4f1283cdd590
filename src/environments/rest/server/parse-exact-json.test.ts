import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson } from './parse-exact-json.js';

it('keeps whole numbers beyond 2^53 as texts, and reads all else as JSON.parse does', () => {
  expect(
    parseExactJson('[9007199254740993, -9007199254740993, 9007199254740991, 1e30, 1234567890123456.5]'),
  ).toEqual(['9007199254740993', '-9007199254740993', 9007199254740991, 1e30, 1234567890123456.5]);
  expect(parseExactJson('{"9007199254740993": "\\\\\\"9007199254740993"}')).toEqual({
    '9007199254740993': '\\"9007199254740993',
  });
  expect(parseExactJson('9007199254740993')).toBe('9007199254740993');
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.maxSafeInteger(), fc.constant('1234567890123456'), fc.double())),
      (value) => {
        const text = JSON.stringify(value);
        expect(parseExactJson(text)).toEqual(
          JSON.parse(text, (_, part) =>
            typeof part === 'number' &&
            Number.isInteger(part) &&
            !Number.isSafeInteger(part) &&
            !/e/.test(String(part))
              ? String(part)
              : part,
          ),
        );
      },
    ),
    { numRuns: 200, seed: 1 },
  );
});
