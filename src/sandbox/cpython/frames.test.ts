import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, frameHead } from './frames.js';

describe('FrameReader', () => {
  it('finds the same frames however the bytes are cut', () => {
    const frames = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'z'), fc.uint8Array({ maxLength: 50 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 20 })), (given, cuts) => {
        const bytes = Buffer.concat(given.flatMap(([kind, body]) => [frameHead(kind, body.length), body]));
        const seen: [string, number[]][] = [];
        const reader = new FrameReader(1000, (frame) => seen.push([frame.kind, [...frame.body]]));
        let at = 0;
        for (let index = 0; at < bytes.length; index++) {
          const size = cuts[index] ?? bytes.length;
          reader.push(bytes.subarray(at, at + size));
          at += size;
        }
        expect(seen).toEqual(given.map(([kind, body]) => [kind, [...body]]));
      }),
    );
  });

  it.each([
    ['too long', 1001],
    ['empty', 0],
  ])('refuses a frame that is %s', (_name, length) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    const reader = new FrameReader(1000, () => {});
    expect(() => reader.push(head)).toThrow(expect.objectContaining({ code: 'sandbox/protocol' }));
  });
});
