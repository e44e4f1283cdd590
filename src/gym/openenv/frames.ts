import { isJsonObject, type Json, type JsonObject, parseJsonText } from '../../core/index.js';
import { errorMessage, wellFormed } from '../../core/internal.js';
import type { EpisodeSession } from '../serving/episode-session.js';
import {
  type FieldError,
  fieldErrors,
  literal,
  type MessageRules,
  object,
  withAddresses,
} from '../serving/field-errors.js';
import type { FrameAnswer } from '../serving/frame-socket.js';
import { SessionsFull } from '../serving/session-table.js';
import { readStep } from './actions.js';
import { readForkCount } from './fork-count.js';
import { stateOf } from './observations.js';
import { answerRpc, type RpcContext } from './rpc.js';
import { resetSession, stepSession } from './session-work.js';

const RESET: MessageRules = { fields: { type: literal('reset'), data: object }, required: [] };
const STEP: MessageRules = { fields: { type: literal('step'), data: object }, required: ['data'] };
const STATE: MessageRules = { fields: { type: literal('state') }, required: [] };
const CLOSE: MessageRules = { fields: { type: literal('close') }, required: [] };
const MCP: MessageRules = { fields: { type: literal('mcp'), data: object }, required: ['data'] };
const FORK: MessageRules = { fields: { type: literal('fork'), data: object }, required: [] };

/** A session that a connection holds, and what it needs. */
export interface HeldSession extends RpcContext {
  readonly own: EpisodeSession;
}

/** Answers one frame of `/ws`. */
export async function answerFrame(text: string | null, held: HeldSession): Promise<FrameAnswer> {
  if (text === null) return lastError('A frame of bytes is not supported.');
  let message: Json;
  try {
    message = parseJsonText(text, { subject: 'The frame' });
  } catch (error) {
    return frameError('INVALID_JSON', `Invalid JSON: ${errorMessage(error)}`);
  }
  // As OpenEnv's own server: such a frame ends the session.
  if (!isJsonObject(message)) return lastError('A frame has to be an object.');
  try {
    return await answerMessage(message, held);
  } catch (error) {
    if (error instanceof SessionsFull) return capacityError(error);
    return frameError('EXECUTION_ERROR', errorMessage(error));
  }
}

async function answerMessage(message: JsonObject, held: HeldSession): Promise<FrameAnswer> {
  const { gym, own, signal } = held;
  const data = (message.data ?? {}) as JsonObject;
  switch (message.type ?? '') {
    case 'reset':
      return checked(message, RESET) ?? frame('observation', await resetSession(gym, own, data));
    case 'step': {
      const wrong = checked(message, STEP);
      if (wrong !== null) return wrong;
      const step = readStep(data);
      if (step.kind === 'wrong') return invalid(step.errors);
      return frame('observation', await stepSession(gym, own, step, signal));
    }
    case 'state':
      return checked(message, STATE) ?? frame('state', stateOf(own));
    case 'close':
      return checked(message, CLOSE) ?? { isLast: true };
    case 'mcp':
      return checked(message, MCP) ?? frame('mcp', await answerRpc(data, held));
    case 'fork':
      return checked(message, FORK) ?? frame('fork', await fork(data, held));
    default:
      return frameError('UNKNOWN_TYPE', `Unknown message type: ${inPython(message.type)}`);
  }
}

async function fork(data: JsonObject, { sessions, own }: HeldSession): Promise<JsonObject> {
  const forks = await sessions.fork(own, readForkCount(data));
  return { session_ids: forks.map(({ id }) => id) };
}

/** Null for a message that is as it has to be. */
function checked(message: JsonObject, rules: MessageRules): FrameAnswer | null {
  const errors = fieldErrors(message, rules);
  return errors.length > 0 ? invalid(errors) : null;
}

function invalid(errors: readonly FieldError[]): FrameAnswer {
  return frameError('VALIDATION_ERROR', 'Invalid message', { errors: withAddresses(errors) });
}

function frame(type: string, data: object): FrameAnswer {
  return { text: JSON.stringify({ type, data: wellFormed(data) }) };
}

function frameError(code: string, message: string, more: JsonObject = {}): FrameAnswer {
  return frame('error', { message, code, ...more });
}

function lastError(message: string): FrameAnswer {
  return { ...frameError('SESSION_ERROR', message), isLast: true };
}

function capacityError({ message, active, most }: SessionsFull): FrameAnswer {
  return frameError('CAPACITY_REACHED', message, { active_sessions: active, max_sessions: most });
}

/** What a client is told right away that gets no session. */
export function refusalFrame(error: unknown): FrameAnswer {
  const refusal = error instanceof SessionsFull ? capacityError(error) : lastError(errorMessage(error));
  return { ...refusal, isLast: true };
}

/** A value as Python writes it, where it's a simple one. */
function inPython(value: Json | undefined): string {
  if (value === undefined) return '';
  if (value === null) return 'None';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
