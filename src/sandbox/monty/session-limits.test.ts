import { describe, expect, it } from 'vitest';
import { dumpVersion, patchDump } from './session-limits.js';

const FROM = { maxDurationMicros: 5_000_421, maxMemoryBytes: 67_104_311, maxRecursionDepth: 1000 };
const LIMITS = [1, 5, 136, 217, 25, 1, 183, 220, 255, 31, 0, 232, 7, 232, 7];
const HEAD = [...Buffer.from('MONTY\0'), 8, 0, 42];

describe('patchDump', () => {
  it('sets limits and clears the clock, wherever they are', () => {
    const dump = Uint8Array.from([...HEAD, ...LIMITS, 3, 214, 136, 2, 9, 9]);
    const patched = patchDump(dump, FROM, { ...FROM, maxDurationMicros: 1_000_000 });
    expect(patched === null ? null : [...patched]).toEqual([
      ...HEAD,
      1,
      1,
      0,
      ...LIMITS.slice(5),
      0,
      0,
      9,
      9,
    ]);
  });

  it('leaves alone what it does not know: another version, no limits, limits twice, a clock that is cut', () => {
    const whole = [...HEAD, ...LIMITS, 0, 0];
    for (const bytes of [
      [...Buffer.from('MONTY\0'), 9, 0, ...LIMITS, 0, 0],
      [...Buffer.from('OTHER\0'), 8, 0, ...LIMITS, 0, 0],
      HEAD,
      [...whole, ...LIMITS, 0, 0],
      [...HEAD, ...LIMITS, 128],
      [],
    ]) {
      expect(patchDump(Uint8Array.from(bytes), FROM, FROM)).toBeNull();
    }
    expect(patchDump(Uint8Array.from(whole), FROM, FROM)).not.toBeNull();
  });
});

describe('dumpVersion', () => {
  it('reads the version, or says that there is none', () => {
    expect(dumpVersion(Uint8Array.from(HEAD))).toBe(8);
    expect(dumpVersion(new Uint8Array(3))).toBeNull();
  });
});
