import { randomUUID } from 'node:crypto';
import { errorMessage, timerMilliseconds } from '../../core/internal.js';
import { gymError } from '../error-codes.js';
import { EpisodeSession } from './episode-session.js';
import type { ServedEpisode } from './served-gym.js';

/** How many sessions there may be, and for how long. */
export interface SessionTableOptions {
  readonly maxSessions: number;
  /** Seconds that a session which no connection holds may be unused. */
  readonly idleSeconds: number;
  /** Milliseconds since some moment. */
  readonly now: () => number;
}

/** No place is left for another session. */
export class SessionsFull extends Error {
  readonly active: number;
  readonly most: number;

  constructor(active: number, most: number) {
    super(`Server at capacity: ${active}/${most} sessions active. Cannot accept new connections.`);
    this.active = active;
    this.most = most;
  }
}

/** The sessions of a server, by their ids, which nobody can guess. */
export class SessionTable {
  readonly #options: SessionTableOptions;
  readonly #sessions = new Map<string, EpisodeSession>();
  /** Sessions that are closing: they take up memory until they are gone, so they count. */
  readonly #leaving = new Set<EpisodeSession>();
  #isClosed = false;
  readonly #reaper: NodeJS.Timeout;

  constructor(options: SessionTableOptions) {
    this.#options = options;
    const everySeconds = Math.max(options.idleSeconds / 4, 5);
    this.#reaper = setInterval(() => this.reap(), timerMilliseconds(everySeconds)).unref();
  }

  get size(): number {
    return this.#sessions.size + this.#leaving.size;
  }

  get maxSessions(): number {
    return this.#options.maxSessions;
  }

  /** A session of its own, empty or with an episode. @throws {SessionsFull} */
  open(id: string = randomUUID(), episode: ServedEpisode | null = null): EpisodeSession {
    this.checkRoom(1);
    const session = new EpisodeSession(id, this.#options.now(), episode);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** @throws {SessionsFull}; {MettleError} `gym/closed`. */
  checkRoom(count: number): void {
    if (this.#isClosed) throw gymError('closed', 'The server is closing.');
    if (this.size + count > this.maxSessions) throw new SessionsFull(this.size, this.maxSessions);
  }

  /** A session that is used now; undefined where there is none of that id. */
  use(id: string): EpisodeSession | undefined {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.usedAt = this.#options.now();
    return session;
  }

  /**
   * New sessions that go on from where one is: as many as asked for, or none.
   * @throws {SessionsFull}; as {@link EpisodeSession.fork}.
   */
  async fork(session: EpisodeSession, count: number): Promise<readonly EpisodeSession[]> {
    this.checkRoom(count);
    const places = Array.from({ length: count }, () => this.open());
    try {
      const episodes = await session.fork(count);
      await Promise.all(
        places.map(async (place, index) => {
          const episode = episodes[index];
          if (episode !== undefined) await place.begin(async () => episode, session.episodeName);
        }),
      );
      return places;
    } catch (error) {
      await Promise.all(places.map((place) => this.end(place)));
      throw error;
    }
  }

  /** Ends a session; its place is free once its world is. */
  async end(session: EpisodeSession): Promise<void> {
    if (this.#sessions.get(session.id) !== session) return session.close();
    this.#sessions.delete(session.id);
    this.#leaving.add(session);
    try {
      await session.close();
    } finally {
      this.#leaving.delete(session);
    }
  }

  /** Ends the sessions that nobody holds and nobody used for long enough. */
  reap(): void {
    const before = this.#options.now() - this.#options.idleSeconds * 1000;
    for (const session of this.#sessions.values()) {
      if (session.isHeld || session.isBusy || session.usedAt > before) continue;
      void this.end(session).catch((error: unknown) => process.emitWarning(errorMessage(error)));
    }
  }

  /** Ends all sessions and takes no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#reaper);
    await Promise.all([...this.#sessions.values()].map((session) => this.end(session)));
    await Promise.all([...this.#leaving].map((session) => session.close()));
  }
}
