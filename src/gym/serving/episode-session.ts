import { errorMessage, linkSignals, OneAtATime } from '../../core/internal.js';
import { gymError } from '../error-codes.js';
import type { ServedAction, ServedEpisode, ServedStep } from './served-gym.js';

/** Pieces of work that may wait in one session. */
const MOST_WAITING = 64;

/**
 * What one client has: a place for an episode. All that it asks for is done one piece after another, and what runs is
 * given up as the session closes.
 */
export class EpisodeSession {
  readonly id: string;
  /** Whether a connection holds it, which ends with it. */
  isHeld = false;
  /** Whether it is to close as soon as nothing holds it. */
  isLeaving = false;
  /** When it was last used, in milliseconds. */
  usedAt: number;
  /** A name that the client gave its episode; null where it gave none. */
  episodeName: string | null = null;
  #episode: ServedEpisode | null;
  #waiting = 0;
  readonly #turns = new OneAtATime();
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor(id: string, now: number, episode: ServedEpisode | null = null) {
    this.id = id;
    this.usedAt = now;
    this.#episode = episode;
  }

  /** The episode as it is now; null before the first one began. */
  get episode(): ServedEpisode | null {
    return this.#episode;
  }

  /** Whether something of it runs or waits. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Begins an episode in place of the one that there is. That one is left alone where the new one can't begin. */
  begin(
    open: (signal: AbortSignal) => Promise<ServedEpisode>,
    name: string | null = null,
  ): Promise<ServedEpisode> {
    return this.#inTurn(undefined, async (signal) => {
      const next = await open(signal);
      if (signal.aborted) {
        await quietly(next);
        throw signal.reason;
      }
      const before = this.#episode;
      this.#episode = next;
      this.episodeName = name;
      if (before !== null) await quietly(before);
      return next;
    });
  }

  /** Begins an episode where none has begun. */
  beginOnce(open: (signal: AbortSignal) => Promise<ServedEpisode>, name: string): Promise<void> {
    return this.#inTurn(undefined, async (signal) => {
      if (this.#episode !== null) return;
      this.#episode = await open(signal);
      this.episodeName = name;
    });
  }

  /** @throws {MettleError} `gym/no_episode` where none has begun; as the episode. */
  act(action: ServedAction, signal?: AbortSignal): Promise<ServedStep> {
    return this.#inTurn(signal, (linked) => this.#current().act(action, linked));
  }

  /** Does work beside the episode, in its turn. */
  alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#inTurn(undefined, work);
  }

  /** Episodes that go on from where this one is: as many as asked for, or none. */
  fork(count: number): Promise<readonly ServedEpisode[]> {
    return this.#inTurn(undefined, async (signal) => {
      const forks: ServedEpisode[] = [];
      try {
        while (forks.length < count) {
          signal.throwIfAborted();
          forks.push(await this.#current().fork());
        }
        return forks;
      } catch (error) {
        for (const fork of forks) await quietly(fork);
        throw error;
      }
    });
  }

  /** Gives up what runs and frees the world. Twice is fine. */
  close(): Promise<void> {
    this.#closing.abort(gymError('closed', 'This session is closed.'));
    this.#closed ??= this.#turns.run(async () => {
      const before = this.#episode;
      this.#episode = null;
      if (before !== null) await quietly(before);
    });
    return this.#closed;
  }

  #current(): ServedEpisode {
    if (this.#episode !== null) return this.#episode;
    throw gymError('no_episode', 'No episode has begun in this session: reset first.');
  }

  async #inTurn<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#closing.signal.throwIfAborted();
    if (this.#waiting >= MOST_WAITING) {
      throw gymError('too_many_calls', `No more than ${MOST_WAITING} calls can wait in one session.`);
    }
    this.#waiting += 1;
    const linked = linkSignals(signal, this.#closing.signal);
    try {
      return await this.#turns.run(() => work(linked.signal), linked.signal);
    } finally {
      linked.release();
      this.#waiting -= 1;
    }
  }
}

/** What was played is not lost for what could not be freed. */
async function quietly(episode: ServedEpisode): Promise<void> {
  await episode.close().catch((error: unknown) => process.emitWarning(errorMessage(error)));
}
