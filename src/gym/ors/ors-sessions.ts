import type { Json } from '../../core/index.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import { type HttpAnswer, type HttpRequest, httpProblem } from '../serving/http-answer.js';
import type { EpisodePlan, ServedEpisode, ServedGym } from '../serving/served-gym.js';
import type { SessionTable } from '../serving/session-table.js';

/** Milliseconds that a request waits for a world that is being opened; then the client asks again. */
const WAIT_MILLISECONDS = 25_000;

/** A session whose episode was asked for. */
export interface CreatedSession {
  readonly session: EpisodeSession;
  readonly plan: EpisodePlan;
  readonly ready: Promise<ServedEpisode>;
}

/** The sessions of an ORS server: first there is an id, then an episode, which begins in the background. */
export class OrsSessions {
  readonly #gym: ServedGym;
  readonly #sessions: SessionTable;
  readonly #created = new WeakMap<EpisodeSession, CreatedSession>();

  constructor(gym: ServedGym, sessions: SessionTable) {
    this.#gym = gym;
    this.#sessions = sessions;
  }

  /** The session that a request names, or the answer that says why there is none. */
  find({ headers }: HttpRequest): EpisodeSession | HttpAnswer {
    const id = idIn(headers);
    if (id === null) return httpProblem(400, 'X-Session-ID header is required');
    return this.#sessions.use(id) ?? httpProblem(404, 'Active environment not found');
  }

  /** Begins an episode; false where one was asked for before. */
  create(session: EpisodeSession, plan: EpisodePlan): boolean {
    if (this.#created.has(session)) return false;
    const ready = session.begin((signal) => this.#gym.begin(plan, signal), session.id);
    ready.catch(() => undefined);
    this.#created.set(session, { session, plan, ready });
    return true;
  }

  /** A session whose episode was asked for, or why there is none. */
  created(request: HttpRequest): CreatedSession | HttpAnswer {
    const session = this.find(request);
    if (!('id' in session)) return session;
    return this.#created.get(session) ?? httpProblem(404, 'Active environment not found');
  }

  /** Answers with the episode as soon as it has begun. */
  async whenReady(
    request: HttpRequest,
    answer: (created: CreatedSession, episode: ServedEpisode) => HttpAnswer | Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const created = this.created(request);
    if (!('ready' in created)) return created;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, WAIT_MILLISECONDS, null);
    });
    try {
      const episode = await Promise.race([created.ready, late]);
      if (episode === null) return starting();
      return await answer(created, episode);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the session that a request names, if there is one. */
  async end({ headers }: HttpRequest): Promise<HttpAnswer> {
    const id = idIn(headers);
    if (id === null) return httpProblem(400, 'X-Session-ID header is required');
    const session = this.#sessions.use(id);
    if (session !== undefined) await this.#sessions.end(session);
    return { json: { sid: id } satisfies Json };
  }
}

function idIn(headers: HttpRequest['headers']): string | null {
  const id = headers['x-session-id'];
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : null;
}

function starting(): HttpAnswer {
  return httpProblem(503, 'The environment is still starting.', {
    'retry-after': '2',
    'x-backend-state': 'starting',
  });
}
