import { defineOptions, type MettleError, option } from '../../core/index.js';
import { linkSignals, orAborted } from '../../core/internal.js';
import { modelError } from '../error-codes.js';
import { modelAround } from '../heed-signal.js';
import { type Model, modelName } from '../model.js';
import { type ModelSource, openModel } from '../open-model.js';
import { checkSeconds } from './check-option.js';
import { type Clock, systemClock } from './clock.js';

/** How long a call may take. */
export interface TimeoutOptions {
  /** Seconds until the whole reply is there. Default: no limit. */
  readonly timeoutSeconds?: number;
  /** Seconds without a new piece of a stream. Default: no limit. */
  readonly idleTimeoutSeconds?: number;
  /** Default: the process's. */
  readonly clock?: Clock;
}

const checkTimeoutOptions = defineOptions<TimeoutOptions>()('withTimeout', {
  timeoutSeconds: option.number,
  idleTimeoutSeconds: option.number,
  clock: option.object,
});

/**
 * Stops calls that take too long: they reject with `models/timeout`, which is transient, and the provider's call is
 * aborted.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function withTimeout(source: ModelSource, options: TimeoutOptions): Model {
  checkTimeoutOptions(options);
  const model = openModel(source);
  const { timeoutSeconds, idleTimeoutSeconds, clock = systemClock } = options;
  checkSeconds('timeoutSeconds', timeoutSeconds);
  checkSeconds('idleTimeoutSeconds', idleTimeoutSeconds);
  const name = modelName(model);
  const start = (signal: AbortSignal | undefined): Watch => startWatch(signal, clock, name);
  return modelAround(model, {
    async call(request, callOptions = {}) {
      const watch = start(callOptions.signal);
      watch.limit(timeoutSeconds, 'did not answer within');
      try {
        return await model.call(request, { ...callOptions, signal: watch.signal });
      } finally {
        watch.end();
      }
    },
    async *stream(request, callOptions = {}) {
      const watch = start(callOptions.signal);
      watch.limit(timeoutSeconds, 'did not answer within');
      const pieces = model.stream(request, { ...callOptions, signal: watch.signal })[Symbol.asyncIterator]();
      try {
        for (;;) {
          const stop = watch.limit(idleTimeoutSeconds, 'sent nothing for');
          const next = await orAborted(pieces.next(), watch.signal).finally(stop);
          if (next.done) return;
          yield next.value;
        }
      } finally {
        watch.end();
        void Promise.resolve(pieces.return?.()).catch(() => undefined);
      }
    },
  });
}

interface Watch {
  /** Aborted by the caller's signal or by a limit. */
  readonly signal: AbortSignal;
  /** Starts a limit; gives what ends it. */
  limit(seconds: number | undefined, words: string): () => void;
  /** Ends all limits. */
  end(): void;
}

function startWatch(outer: AbortSignal | undefined, clock: Clock, name: string): Watch {
  const late = new AbortController();
  const over = new AbortController();
  const linked = linkSignals(outer, late.signal);
  return {
    signal: linked.signal,
    limit(seconds, words) {
      if (seconds === undefined) return () => undefined;
      const done = new AbortController();
      const end = (): void => done.abort();
      over.signal.addEventListener('abort', end, { once: true });
      const passed = clock.wait(seconds * 1000, done.signal);
      passed.then(
        () => late.abort(timedOut(name, words, seconds)),
        () => undefined,
      );
      return () => {
        over.signal.removeEventListener('abort', end);
        done.abort();
      };
    },
    end: () => {
      over.abort();
      linked.release();
    },
  };
}

function timedOut(name: string, words: string, seconds: number): MettleError {
  return modelError('timeout', `${name} ${words} ${seconds} s.`, {
    details: { model: name, transient: true, status: null, retryAfterSeconds: null },
  });
}
