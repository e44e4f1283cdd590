import { type Json, type JsonObject, parseJsonText } from '../../core/index.js';
import { startDeadline } from '../../core/internal.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import {
  type MessageRules,
  nullable,
  object,
  positive,
  text,
  wholeNumber,
  withAddresses,
} from '../serving/field-errors.js';
import { type HttpAnswer, type HttpRoute, httpProblem } from '../serving/http-answer.js';
import { readBodyAs } from '../serving/read-body-as.js';
import type { ServedGym } from '../serving/served-gym.js';
import { SessionsFull, type SessionTable } from '../serving/session-table.js';
import { taskRoutes } from '../serving/task-routes.js';
import { readStep } from './actions.js';
import { readForkCount } from './fork-count.js';
import { stateOf, type WireObservation } from './observations.js';
import { openApiOf } from './open-api.js';
import { planEpisode } from './plan-episode.js';
import { answerRpc, type RpcContext, unreadableRpc } from './rpc.js';
import { SCHEMAS } from './schemas.js';
import { resetSession, stepSession } from './session-work.js';

const RESET: MessageRules = {
  fields: { seed: nullable(wholeNumber(0)), episode_id: nullable(text(255)) },
  required: [],
  isOpen: true,
};
const STEP: MessageRules = {
  fields: { action: object, timeout_s: nullable(positive), request_id: nullable(text(255)) },
  required: ['action'],
  isOpen: true,
};
const FORK: MessageRules = { fields: { session_id: text(), count: wholeNumber() }, required: ['session_id'] };

/** The routes of a gym over HTTP. In production mode there are none to reset, step and look into it. */
export function httpRoutes(
  gym: ServedGym,
  sessions: SessionTable,
  { isSimulation, version }: { readonly isSimulation: boolean; readonly version: string },
): readonly HttpRoute[] {
  const metadata = {
    name: gym.name,
    description: gym.description,
    readme_content: null,
    version,
    author: null,
    documentation_url: null,
  };
  const routes: HttpRoute[] = [
    { method: 'GET', path: '/health', answer: () => ({ json: { status: 'healthy' } }) },
    { method: 'GET', path: '/metadata', answer: () => ({ json: metadata }) },
    { method: 'GET', path: '/schema', answer: () => ({ json: SCHEMAS }) },
    {
      method: 'POST',
      path: '/mcp',
      answer: async ({ body, signal }) => ({
        json: await rpcOver(body, { gym, sessions, own: null, isSimulation, signal }),
      }),
    },
    ...(isSimulation ? simulationRoutes(gym, sessions) : []),
    ...taskRoutes(gym, 'Invalid task index'),
  ];
  const document = openApiOf(routes, gym.name);
  return [...routes, { method: 'GET', path: '/openapi.json', answer: () => ({ json: document }) }];
}

async function rpcOver(body: string, context: RpcContext): Promise<Json> {
  let message: Json;
  try {
    message = parseJsonText(body, { subject: 'The body' });
  } catch {
    return unreadableRpc();
  }
  return answerRpc(message, context);
}

function simulationRoutes(gym: ServedGym, sessions: SessionTable): readonly HttpRoute[] {
  return [
    {
      method: 'POST',
      path: '/reset',
      answer: ({ body }) => {
        const read = readBodyAs(body.trim() === '' ? '{}' : body, RESET);
        if ('problem' in read) return read.problem;
        return inPassing(sessions, async (session) =>
          overHttp(await resetSession(gym, session, read.values)),
        );
      },
    },
    {
      method: 'POST',
      path: '/step',
      answer: ({ body, signal }) => {
        const read = readBodyAs(body, STEP);
        if ('problem' in read) return read.problem;
        const step = readStep(read.values.action as JsonObject);
        if (step.kind === 'wrong') return httpProblem(422, withAddresses(step.errors));
        const deadline = startDeadline(Number(read.values.timeout_s ?? Number.POSITIVE_INFINITY), signal);
        return inPassing(sessions, async (session) => {
          // Nothing lasts from call to call, so this one is the first step of the first episode.
          await session.beginOnce((begun) => gym.begin(planEpisode(gym, {}), begun), session.id);
          return overHttp(await stepSession(gym, session, step, deadline.signal));
        }).finally(() => deadline.end());
      },
    },
    {
      method: 'GET',
      path: '/state',
      answer: () => inPassing(sessions, async (session) => ({ json: stateOf(session) })),
    },
    {
      method: 'POST',
      path: '/fork',
      answer: async ({ body }) => {
        const read = readBodyAs(body, FORK);
        if ('problem' in read) return read.problem;
        const session = sessions.use(String(read.values.session_id));
        if (session === undefined) return httpProblem(404, `Unknown session_id: ${read.values.session_id}`);
        try {
          const forks = await sessions.fork(session, readForkCount(read.values));
          return { json: { session_ids: forks.map(({ id }) => id) } };
        } catch (error) {
          if (error instanceof SessionsFull) return full(error);
          throw error;
        }
      },
    },
  ];
}

/** Does something in a session that ends with it. */
async function inPassing(
  sessions: SessionTable,
  work: (session: EpisodeSession) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  let session: EpisodeSession;
  try {
    session = sessions.open();
  } catch (error) {
    if (error instanceof SessionsFull) return full(error);
    throw error;
  }
  try {
    return await work(session);
  } finally {
    await sessions.end(session);
  }
}

function full({ message }: SessionsFull): HttpAnswer {
  return httpProblem(503, message, { 'retry-after': '1' });
}

function overHttp({ metadata, ...rest }: WireObservation): HttpAnswer {
  return { json: { ...rest, metadata: metadata ?? null } };
}
