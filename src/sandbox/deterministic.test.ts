import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type DeterministicOptions, resolveDeterministic, SeededEntropy } from './deterministic.js';

describe('resolveDeterministic', () => {
  it('fills in the defaults', () => {
    expect(resolveDeterministic({})).toEqual({
      now: new Date('2000-01-01T00:00:00Z'),
      timezone: 'UTC',
      seed: 0,
    });
  });

  it('keeps what is given, and a copy of the date', () => {
    const given = { now: new Date('2024-02-29T12:34:56.789Z'), timezone: 'Europe/Berlin', seed: 'abc' };
    const resolved = resolveDeterministic(given);
    expect(resolved).toEqual(given);
    given.now.setTime(0);
    expect(resolved.now.getUTCFullYear()).toBe(2024);
  });

  it.each([
    [{ now: new Date('nonsense') }, 'deterministic.now'],
    [{ now: new Date('-000001-01-01T00:00:00Z') }, 'years 1 to 9999'],
    [{ now: '2000-01-01' }, 'deterministic.now'],
    [{ timezone: 'Mars/Olympus' }, '"Mars/Olympus"'],
    [{ timezone: '../../etc/passwd' }, 'IANA name'],
    [{ timezone: '+02:00' }, 'IANA name'],
    [{ seed: 1.5 }, 'deterministic: seed'],
    [{ seed: Number.NaN }, 'deterministic: seed'],
    [{ clock: 1 }, 'clock'],
    [null, 'deterministic takes an object'],
  ])('refuses %j', (given, words) => {
    expect(() => resolveDeterministic(given as DeterministicOptions)).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(sandbox\/invalid_argument|core\/invalid_option)$/) as string,
        message: expect.stringContaining(words) as string,
      }),
    );
  });
});

describe('SeededEntropy', () => {
  const block = (n: number, seed: string): Buffer =>
    createHash('sha256').update(`mettle ${n} ${seed}`).digest();

  it('is SHA-256 of a counter and the seed, however it is cut', () => {
    const whole = Buffer.concat([block(0, 'int:7'), block(1, 'int:7'), block(2, 'int:7')]);
    const entropy = new SeededEntropy(7);
    const parts = [5, 0, 40, 30].map((count) => Buffer.from(entropy.take(count)));
    expect(Buffer.concat(parts)).toEqual(whole.subarray(0, 75));
  });

  it('tells a number from a text', () => {
    expect(new SeededEntropy('7').take(8)).not.toEqual(new SeededEntropy(7).take(8));
  });
});
