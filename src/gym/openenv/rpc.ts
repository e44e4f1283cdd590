import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import { type FieldError, fieldErrors, literal, nullable, object, text } from '../serving/field-errors.js';
import type { ServedGym } from '../serving/served-gym.js';
import { SessionsFull, type SessionTable } from '../serving/session-table.js';
import { readForkCount } from './fork-count.js';
import { toolList, toolResult } from './observations.js';
import { planEpisode } from './plan-episode.js';
import { resetSession } from './session-work.js';

/** A response of JSON-RPC 2.0. */
export interface RpcResponse extends JsonObject {
  readonly jsonrpc: '2.0';
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const SERVER_ERROR = -32000;

/** What answers requests: the gym, the sessions there are, and the one that the connection holds, if it does. */
export interface RpcContext {
  readonly gym: ServedGym;
  readonly sessions: SessionTable;
  readonly own: EpisodeSession | null;
  /** Whether clients may begin episodes. */
  readonly isSimulation: boolean;
  /** Aborts when the caller goes. */
  readonly signal: AbortSignal;
}

interface RpcRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly id: Json;
}

/** A refusal, before it has the id of its request. */
class RpcError extends Error {
  readonly code: number;
  readonly data: Json;

  constructor(code: number, message: string, data: Json = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Answers a request that came as JSON. It always has an answer, also a request that asks for none. */
export async function answerRpc(message: Json, context: RpcContext): Promise<RpcResponse> {
  const request = readRequest(message);
  if ('jsonrpc' in request) return request;
  const { id } = request;
  try {
    return { jsonrpc: '2.0', id, result: await resultOf(request, context) };
  } catch (error) {
    if (error instanceof RpcError) return rpcError(error.code, error.message, { id, data: error.data });
    if (error instanceof SessionsFull) {
      const data = { active_sessions: error.active, max_sessions: error.most };
      return rpcError(SERVER_ERROR, error.message, { id, data });
    }
    return rpcError(INTERNAL_ERROR, errorMessage(error), { id });
  }
}

/** The answer to a text that is no JSON. */
export function unreadableRpc(reason = ''): RpcResponse {
  return rpcError(PARSE_ERROR, reason === '' ? 'Parse error' : `Parse error: ${reason}`);
}

/** The answer of a connection that can't begin. */
export function refusedRpc(error: unknown): RpcResponse {
  const data =
    error instanceof SessionsFull ? { active_sessions: error.active, max_sessions: error.most } : null;
  return rpcError(SERVER_ERROR, errorMessage(error), { data });
}

function rpcError(
  code: number,
  message: string,
  { id = null, data = null }: { readonly id?: Json; readonly data?: Json } = {},
): RpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

function readRequest(message: Json): RpcRequest | RpcResponse {
  if (!isJsonObject(message)) return unreadableRpc();
  const errors = fieldErrors(message, {
    fields: { jsonrpc: literal('2.0'), method: text(), params: object, id: nullable(textOrNumber) },
    required: ['jsonrpc', 'method'],
  });
  if (errors.length > 0) return rpcError(INVALID_REQUEST, `Invalid request: ${inWords(errors)}`);
  const { method, params = {}, id = null } = message;
  return { method: String(method), params: params as JsonObject, id };
}

function textOrNumber(input: Json, loc: readonly (string | number)[]): FieldError | null {
  if (typeof input === 'string' || Number.isSafeInteger(input)) return null;
  return { type: 'int_type', loc, msg: 'Input should be a valid integer', input };
}

function inWords(errors: readonly FieldError[]): string {
  const count = `${errors.length} validation error${errors.length === 1 ? '' : 's'} for JsonRpcRequest`;
  return [count, ...errors.flatMap(({ loc, msg, type }) => [loc.join('.'), `  ${msg} [type=${type}]`])].join(
    '\n',
  );
}

async function resultOf(request: RpcRequest, context: RpcContext): Promise<Json> {
  switch (request.method) {
    case 'openenv/session/create':
      return { session_id: context.own?.id ?? context.sessions.open().id };
    case 'openenv/session/close':
      return closeSession(request, context);
    case 'mettle/session/fork':
      return forkSession(request, context);
    case 'mettle/session/reset':
      return reset(request, context);
    case 'tools/list':
      return { tools: toolList(sessionOf(request, context)?.episode?.tools ?? context.gym.tools) };
    case 'tools/call':
      return callTool(request, context);
    default:
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${request.method}`);
  }
}

/** The session that a request is about: the one of its connection, or the one it names; null where it names none. */
function sessionOf({ params }: RpcRequest, { own, sessions }: RpcContext): EpisodeSession | null {
  if (own !== null) return own;
  const { session_id: id } = params;
  return id === undefined || id === null || id === '' ? null : known(sessions, id);
}

function known(sessions: SessionTable, id: Json): EpisodeSession {
  const session = typeof id === 'string' ? sessions.use(id) : undefined;
  if (session !== undefined) return session;
  throw new RpcError(
    INVALID_PARAMS,
    `Unknown session_id: ${typeof id === 'string' ? id : JSON.stringify(id)}`,
  );
}

async function closeSession({ params }: RpcRequest, { own, sessions }: RpcContext): Promise<Json> {
  const { session_id: id } = params;
  if (id === undefined || id === null || id === '') {
    throw new RpcError(INVALID_PARAMS, "Invalid params - 'session_id' is required");
  }
  if (own !== null && id === own.id) {
    throw new RpcError(INVALID_REQUEST, 'Cannot close active WebSocket-managed session via MCP method');
  }
  const session = known(sessions, id);
  if (session.isHeld) {
    session.isLeaving = true;
    return { session_id: session.id, closed: false, closing: true };
  }
  await sessions.end(session);
  return { session_id: session.id, closed: true };
}

async function forkSession(request: RpcRequest, context: RpcContext): Promise<Json> {
  const session = sessionOf(request, context);
  if (session === null) throw new RpcError(INVALID_PARAMS, "Invalid params - 'session_id' is required");
  const forks = await context.sessions.fork(session, readForkCount(request.params));
  return { session_ids: forks.map(({ id }) => id) };
}

/** Begins the episode of a task in a session that lasts. Over the protocol itself, only a socket can. */
async function reset(request: RpcRequest, context: RpcContext): Promise<Json> {
  if (!context.isSimulation) throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${request.method}`);
  const session = sessionOf(request, context);
  if (session === null) throw new RpcError(INVALID_PARAMS, "Invalid params - 'session_id' is required");
  return { ...(await resetSession(context.gym, session, request.params)) };
}

async function callTool(request: RpcRequest, context: RpcContext): Promise<Json> {
  const { name, arguments: given = {} } = request.params;
  if (typeof name !== 'string' || name === '') {
    throw new RpcError(INVALID_PARAMS, "Missing 'name' in params");
  }
  if (!isJsonObject(given)) throw new RpcError(INVALID_PARAMS, "'arguments' has to be an object");
  const session = sessionOf(request, context);
  if (session !== null) return callIn(context, session, name, given);
  const passing = context.sessions.open();
  try {
    return await callIn(context, passing, name, given);
  } finally {
    await context.sessions.end(passing);
  }
}

/** Over MCP nobody can reset, so the first call begins the first episode. */
async function callIn(
  { gym, signal }: RpcContext,
  session: EpisodeSession,
  name: string,
  argumentValues: JsonObject,
): Promise<Json> {
  const first = planEpisode(gym, {});
  await session.beginOnce((begun) => gym.begin(first, begun), session.id);
  const action = { tool: name, arguments: argumentValues };
  const { content, error, reward, done } = await session.act(action, signal);
  if (error !== null) {
    throw new RpcError(INTERNAL_ERROR, error.message, { error_type: error.kind, reward, done });
  }
  return { ...toolResult(content), meta: { openenv: { reward, done } } };
}
