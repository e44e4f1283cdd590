import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDump, withLimits } from './dump-limits.js';

const LIMITS = { maxFeedMicros: 1_500_000, maxMemoryBytes: 2 ** 28, maxRecursionDepth: 1000 };
const MAGIC = Buffer.from('MONTY\0\x0e\0', 'latin1');

/** CBOR of maps, lists, texts and small numbers. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number')
    return Buffer.from([0x1a, ...Buffer.from(Uint32Array.of(value).buffer).reverse()]);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.from([0x78, text.length]), text]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([0x98, value.length]), ...value.map(cbor)]);
  const entries = Object.entries(value as object);
  const parts = entries.flatMap(([key, member]) => [
    key.length < 24 ? Buffer.concat([Buffer.from([0x60 + key.length]), Buffer.from(key)]) : cbor(key),
    cbor(member),
  ]);
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...parts]);
}

const limits = { max_feed_duration: { secs: 5, nanos: 0 }, gc: 1, max_memory: 7, max_recursion_depth: 9 };
const decoy = { tracker: { limits } };

function dump(idle: unknown): Buffer {
  return Buffer.concat([MAGIC, cbor({ script: 's', state: { Idle: idle } })]);
}

describe('withLimits', () => {
  it('changes the limits of the session, and nothing that looks like them', () => {
    const before = dump({
      strings: ['tracker', 'limits', decoy],
      heap: { decoy, tracker: { limits, rest: 1 } },
    });
    const after = withLimits(before, LIMITS);
    const changed = Buffer.concat([Buffer.from([0x1b]), Buffer.from([0, 0, 0, 0, 16, 0, 0, 0])]);
    expect(after?.indexOf(changed)).toBeGreaterThan(before.lastIndexOf('rest') - 100);
    const same = before.lastIndexOf('max_feed_duration');
    expect(after?.subarray(0, same)).toEqual(before.subarray(0, same));
  });

  it('refuses what has no limits where they should be', () => {
    for (const state of [
      Buffer.from('no dump'),
      dump({}),
      dump({ heap: decoy.tracker }),
      dump({ heap: { tracker: { limits: { max_memory: 7 } } } }),
      dump({ heap: decoy }).subarray(0, 60),
    ]) {
      expect(withLimits(state, LIMITS)).toBeNull();
    }
  });

  it('ends for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const state = Buffer.concat([MAGIC, bytes]);
        expect(isDump(state)).toBe(true);
        withLimits(state, LIMITS);
      }),
      { numRuns: 1000 },
    );
  });
});
