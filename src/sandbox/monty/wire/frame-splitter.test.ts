import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameSplitter } from './frame-splitter.js';

function framed(body: Uint8Array): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(body.length);
  return Buffer.concat([prefix, body]);
}

function all(splitter: FrameSplitter): Buffer[] {
  const frames: Buffer[] = [];
  for (let frame = splitter.next(1000); frame !== null; frame = splitter.next(1000)) frames.push(frame);
  return frames;
}

describe('FrameSplitter', () => {
  it('finds the frames however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.nat(60)), (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map(framed));
        const splitter = new FrameSplitter();
        const found: Buffer[] = [];
        let at = 0;
        for (const cut of [...cuts, stream.length]) {
          splitter.push(stream.subarray(at, at + cut));
          at += cut;
          found.push(...all(splitter));
        }
        expect(found.map((frame) => [...frame])).toEqual(bodies.map((body) => [...body]));
      }),
    );
  });

  it('refuses a frame that is too long before it has come', () => {
    const splitter = new FrameSplitter();
    splitter.push(Buffer.from([233, 3, 0, 0]));
    expect(() => splitter.next(1000)).toThrow('1001 bytes');
  });
});
