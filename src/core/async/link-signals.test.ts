import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { linkSignals } from './link-signals.js';

describe('a linked signal', () => {
  it('aborts with the first of the others, for its reason, and then holds on to none', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals(one.signal, undefined, other.signal);
    other.abort('enough');
    one.abort('too late');
    expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
    expect(getEventListeners(one.signal, 'abort')).toEqual([]);
  });

  it('is aborted from the start where one of the others is', () => {
    const one = new AbortController();
    const { signal } = linkSignals(one.signal, AbortSignal.abort('over'));
    expect([signal.aborted, signal.reason]).toEqual([true, 'over']);
    expect(getEventListeners(one.signal, 'abort')).toEqual([]);
  });

  it('leaves nothing at the others once it is let go, whoever still listens to it', () => {
    const long = new AbortController();
    for (let call = 0; call < 20; call++) {
      const { signal, release } = linkSignals(long.signal, new AbortController().signal);
      signal.addEventListener('abort', () => {
        throw new Error('nobody is told any more');
      });
      expect(getEventListeners(long.signal, 'abort').length).toBe(1);
      release();
    }
    expect(getEventListeners(long.signal, 'abort')).toEqual([]);
    long.abort();
  });
});
