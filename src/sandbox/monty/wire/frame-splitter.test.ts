import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameSplitter, type OversizedFrame } from './frame-splitter.js';

function framed(body: Uint8Array): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(body.length);
  return Buffer.concat([prefix, body]);
}

function all(splitter: FrameSplitter): (Buffer | OversizedFrame)[] {
  const frames: (Buffer | OversizedFrame)[] = [];
  for (let frame = splitter.next(30); frame !== null; frame = splitter.next(30)) frames.push(frame);
  return frames;
}

function shown(frame: Buffer | OversizedFrame): unknown {
  return Buffer.isBuffer(frame) ? [...frame] : frame;
}

describe('FrameSplitter', () => {
  it('finds the frames however the stream is cut, and drops those that are too long', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.nat(60)), (bodies, cuts) => {
        const stream = Buffer.concat(bodies.map(framed));
        const splitter = new FrameSplitter();
        const found: unknown[] = [];
        let at = 0;
        for (const cut of [...cuts, stream.length]) {
          splitter.push(stream.subarray(at, at + cut));
          at += cut;
          found.push(...all(splitter).map(shown));
        }
        expect(found).toEqual(
          bodies.map((body) => (body.length > 30 ? { bytes: body.length, key: body[0] } : [...body])),
        );
      }),
    );
  });

  it('refuses a frame that is longer than any may be before it has come', () => {
    const splitter = new FrameSplitter();
    splitter.push(Buffer.from([1, 0, 0, 16]));
    expect(() => splitter.next(1000)).toThrow('268435457 bytes');
  });
});
