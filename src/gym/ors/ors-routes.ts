import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import {
  type FieldError,
  type FieldRule,
  type MessageRules,
  nullable,
  object,
  text,
  wholeNumber,
} from '../serving/field-errors.js';
import { type HttpAnswer, type HttpRequest, type HttpRoute, httpProblem } from '../serving/http-answer.js';
import { readBodyAs } from '../serving/read-body-as.js';
import type { EpisodePlan, ServedGym } from '../serving/served-gym.js';
import { SessionsFull, type SessionTable } from '../serving/session-table.js';
import { taskRoutes } from '../serving/task-routes.js';
import { callReply, messagesReply, promptReply, toolsReply } from './blocks.js';
import { OrsSessions } from './ors-sessions.js';
import { RunningCalls } from './running-calls.js';
import { scoreCandidates } from './score-candidates.js';

const list: FieldRule = (input, loc): FieldError | null =>
  Array.isArray(input) ? null : { type: 'list_type', loc, msg: 'Input should be a valid list', input };

const CREATE: MessageRules = {
  fields: {
    env_name: nullable(text()),
    task_spec: nullable(object),
    split: nullable(text()),
    index: nullable(wholeNumber()),
    toolset_name: nullable(text()),
  },
  required: [],
};
const CALL: MessageRules = {
  fields: { name: text(), input: object, task_id: nullable(text()) },
  required: ['name', 'input'],
};
const SCORE: MessageRules = {
  fields: { candidates: list, task_id: nullable(text()) },
  required: ['candidates'],
};

/** The routes of a gym in the dialect of `openreward`. */
export function orsRoutes(gym: ServedGym, table: SessionTable, version: string): readonly HttpRoute[] {
  const sessions = new OrsSessions(gym, table);
  const calls = new RunningCalls();
  const isKnown = (request: HttpRequest): boolean =>
    String(request.parameters.env).toLowerCase() === gym.name.toLowerCase();
  const inEnvironment =
    (answer: HttpRoute['answer']): HttpRoute['answer'] =>
    (request) =>
      isKnown(request)
        ? answer(request)
        : httpProblem(404, `unknown environment '${request.parameters.env}'`);
  return [
    { method: 'GET', path: '/health', answer: () => ({ json: { status: 'ok' } }) },
    { method: 'GET', path: '/version', answer: () => ({ json: { version, build_sha: null } }) },
    {
      method: 'POST',
      path: '/ping',
      answer: (request) => {
        const found = sessions.created(request);
        return 'ready' in found ? { json: { status: 'ok' } } : found;
      },
    },
    { method: 'POST', path: '/create_session', answer: () => openSession(table) },
    { method: 'POST', path: '/create', answer: (request) => create(request, gym, sessions) },
    { method: 'POST', path: '/delete', answer: (request) => sessions.end(request) },
    { method: 'POST', path: '/delete_session', answer: (request) => sessions.end(request) },
    ...taskRoutes(gym, 'Invalid index'),
    { method: 'GET', path: '/:env/tools', answer: inEnvironment(() => ({ json: toolsReply(gym.tools) })) },
    {
      method: 'GET',
      path: '/:env/task_tools',
      answer: inEnvironment((request) => {
        const found = sessions.created(request);
        if (!('ready' in found)) return found;
        return { json: toolsReply(found.session.episode?.tools ?? gym.tools) };
      }),
    },
    {
      method: 'GET',
      path: '/:env/prompt',
      answer: inEnvironment((request) =>
        sessions.whenReady(request, (_, episode) => ({ json: promptReply(episode) })),
      ),
    },
    {
      method: 'GET',
      path: '/:env/messages',
      answer: inEnvironment((request) =>
        sessions.whenReady(request, (_, episode) => ({ json: messagesReply(episode) })),
      ),
    },
    {
      method: 'POST',
      path: '/:env/call',
      answer: inEnvironment((request) =>
        withBody(request, CALL, ({ name, input, task_id: running }) =>
          sessions.whenReady(request, ({ session }) => ({
            events:
              typeof running === 'string'
                ? calls.resume(session.id, running)
                : calls.start(session.id, async () => {
                    if (session.episode?.done === true) return finished(String(name));
                    const action = { tool: String(name), arguments: input as JsonObject };
                    return callReply(String(name), await session.act(action));
                  }),
          })),
        ),
      ),
    },
    {
      method: 'POST',
      path: '/:env/score_group',
      answer: inEnvironment((request) =>
        withBody(request, SCORE, ({ candidates, task_id: running }) =>
          sessions.whenReady(request, ({ session, plan }) => ({
            events:
              typeof running === 'string'
                ? calls.resume(session.id, running)
                : calls.start(session.id, () =>
                    session.alone((signal) =>
                      scoreCandidates(gym, plan, candidates as readonly Json[], signal),
                    ),
                  ),
          })),
        ),
      ),
    },
  ];
}

/** The path with the one environment that there is, where a client names none. */
export function withEnvironment(gym: ServedGym, path: string, search: string): HttpAnswer | null {
  const [first = ''] = path.replace(/^\/+/, '').split('/', 1);
  if (first.toLowerCase() === gym.name.toLowerCase()) return null;
  return {
    status: 308,
    headers: { location: `/${gym.name}/${path.replace(/^\/+/, '')}${search}` },
    text: '',
  };
}

function finished(name: string): JsonObject {
  const error = `'${name}' was not run: the episode has finished, so no further tool calls are accepted.`;
  return { ok: false, error, reason: 'episode_finished' };
}

function openSession(table: SessionTable): HttpAnswer {
  try {
    const { id } = table.open();
    return { events: opened(id) };
  } catch (error) {
    if (error instanceof SessionsFull) return httpProblem(503, error.message, { 'retry-after': '1' });
    throw error;
  }
}

async function* opened(id: string) {
  yield { event: 'task_id', data: id };
  yield { event: 'end', data: '' };
}

function withBody(
  { body }: HttpRequest,
  rules: MessageRules,
  answer: (values: JsonObject) => HttpAnswer | Promise<HttpAnswer>,
): HttpAnswer | Promise<HttpAnswer> {
  const read = readBodyAs(body, rules);
  return 'problem' in read ? read.problem : answer(read.values);
}

function create(
  request: HttpRequest,
  gym: ServedGym,
  sessions: OrsSessions,
): HttpAnswer | Promise<HttpAnswer> {
  const session = sessions.find(request);
  if (!('id' in session)) return session;
  return withBody(request, CREATE, (values) => {
    const { env_name: name, toolset_name: toolset } = values;
    if (typeof name === 'string' && name.toLowerCase() !== gym.name.toLowerCase()) {
      return httpProblem(404, `unknown environment '${name}'`);
    }
    if (typeof toolset === 'string') {
      return httpProblem(400, `unknown toolset '${toolset}'; valid options are []`);
    }
    const plan = planOf(gym, values);
    if ('problem' in plan) return plan.problem;
    return sessions.create(session, plan)
      ? { json: { sid: session.id } }
      : httpProblem(400, 'Session already exists');
  });
}

/** The task of an episode: its place, or its specification as the server gave it, which says the place. */
function planOf(gym: ServedGym, values: JsonObject): EpisodePlan | { readonly problem: HttpAnswer } {
  const { task_spec: spec, split, index } = values;
  const hasSpec = isJsonObject(spec);
  const hasPlace = typeof split === 'string' && typeof index === 'number';
  if (hasSpec === hasPlace) {
    const msg = 'Value error, Provide either task_spec or both split and index, not both/neither';
    return { problem: httpProblem(422, [{ type: 'value_error', loc: ['body'], msg, input: values }]) };
  }
  const place: JsonObject = hasSpec ? spec : values;
  const known = gym.splits.find(({ name }) => name === place.split);
  if (known === undefined) return { problem: httpProblem(400, 'Invalid split') };
  if (typeof place.index !== 'number' || !(place.index >= 0 && place.index < known.count)) {
    return { problem: httpProblem(400, 'Invalid index') };
  }
  return { split: known.name, index: place.index };
}
