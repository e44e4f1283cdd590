import { describe, expect, it, vi } from 'vitest';
import { atOnce, inTurns, nothing, type Steps, takeTurns } from './in-turns.js';

/** Work of so many milliseconds, a step a millisecond. */
function* busy(milliseconds: number): Steps<string> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const step = performance.now() + 1;
    while (performance.now() < step);
    yield;
  }
  return 'done';
}

describe('inTurns', () => {
  it('lets everything else have its turn in between', async () => {
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await inTurns(busy(60))).toBe('done');
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('takes no turn for work that is over at once', async () => {
    let turned = false;
    const timer = setImmediate(() => {
      turned = true;
    });
    expect(await inTurns(busy(0))).toBe('done');
    expect(turned).toBe(false);
    clearImmediate(timer);
  });

  it('ends at a signal between two turns, and not before', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    let steps = 0;
    const endless = function* (): Steps<never> {
      for (;;) {
        steps++;
        if (steps === 5) stop.abort(reason);
        yield;
      }
    };
    await expect(inTurns(endless(), stop.signal)).rejects.toBe(reason);
    expect(steps).toBeGreaterThan(5);
    expect(await inTurns(busy(0), stop.signal)).toBe('done');
  });

  it('passes on what the work throws', async () => {
    const failing = function* (): Steps<never> {
      yield;
      throw new RangeError('no');
    };
    await expect(inTurns(failing())).rejects.toThrow('no');
    expect(() => atOnce(failing())).toThrow('no');
  });

  it('is not needed where the caller wants it all at once', () => {
    expect(atOnce(busy(3))).toBe('done');
  });
});

describe('takeTurns', () => {
  it('lets everything else have its turn between pieces of work that are each over at once', async () => {
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 3));
    try {
      const turn = takeTurns();
      let turned = false;
      setImmediate(() => {
        turned = true;
      });
      for (let piece = 0; piece < 5; piece++) await turn(nothing());
      expect(turned).toBe(true);
    } finally {
      clock.mockRestore();
    }
  });
});
