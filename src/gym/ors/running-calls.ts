import { randomUUID } from 'node:crypto';
import type { Json } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { ServerEvent } from '../serving/http-answer.js';
import { resultEvents } from './event-text.js';

/** Milliseconds for which a result is kept, so that a client whose connection broke can ask again. */
const KEPT_MILLISECONDS = 60_000;
/** Calls of a session that are remembered. */
const MOST_KEPT = 16;

/** Calls that run, whether or not anybody listens, and the last results of each session. */
export class RunningCalls {
  readonly #calls = new Map<string, Map<string, Promise<Json>>>();

  /** Starts a call for a session. Its id comes first, then what it gives. */
  start(session: string, work: () => Promise<Json>): AsyncIterable<ServerEvent> {
    const calls = this.#calls.get(session) ?? new Map<string, Promise<Json>>();
    this.#calls.set(session, calls);
    const [oldest] = calls.keys();
    if (calls.size >= MOST_KEPT && oldest !== undefined) calls.delete(oldest);
    const id = randomUUID().replaceAll('-', '');
    const result = work();
    calls.set(id, result);
    const forget = (): void => {
      calls.delete(id);
      if (calls.size === 0 && this.#calls.get(session) === calls) this.#calls.delete(session);
    };
    const forgetLater = (): void => {
      setTimeout(forget, KEPT_MILLISECONDS).unref();
    };
    result.then(forgetLater, forgetLater);
    return events(id, result);
  }

  /** Listens again to a call of this session. */
  resume(session: string, id: string): AsyncIterable<ServerEvent> {
    const result = this.#calls.get(session)?.get(id);
    return result === undefined ? unknown() : events(id, result);
  }
}

async function* events(id: string, result: Promise<Json>): AsyncIterable<ServerEvent> {
  yield { event: 'task_id', data: id };
  let value: Json;
  try {
    value = await result;
  } catch (error) {
    yield { event: 'error', data: errorMessage(error) };
    return;
  }
  yield* resultEvents(value);
}

async function* unknown(): AsyncIterable<ServerEvent> {
  yield { event: 'error', data: 'unknown task_id' };
}
