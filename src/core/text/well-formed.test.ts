import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wellFormed } from './well-formed.js';

it('replaces half characters in texts and names, however deep', () => {
  expect(wellFormed({ 'a\ud83d': ['\ude00', { b: 'x\ud83d' }], c: '😀' })).toEqual({
    'a\ufffd': ['\ufffd', { b: 'x\ufffd' }],
    c: '😀',
  });
});

it('gives what is well formed as it is, and leaves what is not JSON alone', () => {
  const given = { a: ['😀', 1, null, true], url: new URL('https://example.org'), bytes: new Uint8Array(1) };
  expect(wellFormed(given)).toBe(given);
  expect(wellFormed('a')).toBe('a');
});

it('makes any JSON readable for a strict reader', () => {
  const strict = (text: string): unknown =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode(text)));
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(20), (value, at) => {
      const broken = JSON.parse(JSON.stringify(value), (_, part: unknown) =>
        typeof part === 'string' ? part.slice(0, at) : part,
      ) as unknown;
      const text = JSON.stringify(wellFormed(broken));
      expect(text).not.toMatch(/\\ud[89a-f]/);
      expect(strict(text)).toEqual(wellFormed(broken));
    }),
  );
});
