import { setTimeout as delay } from 'node:timers/promises';
import type { CallToolResult, Client, StandardSchemaV1 } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { orAborted } from '../../core/internal.js';
import { ToolFailure } from '../tool.js';
import { foreignText } from './foreign-text.js';
import { answerInputRequest } from './input-requests.js';
import { isLost } from './lost-connection.js';
import { type McpConnection, NO_TIMEOUT } from './mcp-connection.js';
import type { McpOptions } from './mcp-server.js';

/** What a task is waited for with. */
export interface SettleTaskOptions {
  readonly connection: McpConnection;
  /** The tool's name, for messages. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly onInputRequest: McpOptions['onInputRequest'];
}

/** Milliseconds between two looks at a task whose server names none, and the least and the most it may name. */
const POLL = { usual: 1_000, least: 10, most: 60_000 };
/** Connections that may be lost one after another while a task goes on at its server. */
const MAX_LOST = 3;

const ANY_OBJECT: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': {
    version: 1,
    vendor: 'mettle',
    validate: (value: unknown) =>
      isJsonObject(value as Json)
        ? { value: value as JsonObject }
        : { issues: [{ message: 'not an object' }] },
  },
};

/**
 * Waits for a task of a server by asking about it, answers what it asks meanwhile, and gives its result. A lost connection is
 * made again, since a task outlives it. When the signal aborts, the server is told to cancel the task.
 *
 * @throws {ToolFailure} where the task failed, was cancelled, or is not known any more.
 */
export async function settleTask(first: JsonObject, options: SettleTaskOptions): Promise<CallToolResult> {
  const { name, signal } = options;
  const taskId = String(first.taskId);
  const answered = new Set<string>();
  let task = first;
  try {
    for (;;) {
      switch (task.status) {
        case 'completed':
          return resultOf(task, name);
        case 'failed':
          throw new ToolFailure(
            `${name} failed: ${wordsOf((task.error as JsonObject | undefined)?.message)}`,
          );
        case 'cancelled':
          throw new ToolFailure(`${name} was cancelled by its server: ${wordsOf(task.statusMessage)}`);
        case 'input_required':
          await answerAll(task, answered, options);
          break;
        case 'working':
          break;
        default:
          throw new ToolFailure(
            `${name}: its MCP server gave a task with the status ${wordsOf(task.status)}.`,
          );
      }
      await delay(pollMilliseconds(task), undefined, { signal });
      task = await ask('tasks/get', { taskId }, options);
    }
  } catch (error) {
    if (signal.aborted) cancel(taskId, options);
    throw error;
  }
}

function resultOf({ result }: JsonObject, name: string): CallToolResult {
  if (result !== undefined && isJsonObject(result) && Array.isArray(result.content))
    return result as unknown as CallToolResult;
  throw new ToolFailure(`${name}: its MCP server ended the task without a result of a tool.`);
}

/** Answers each request of a task once; later looks at the task may show it again. */
async function answerAll(task: JsonObject, answered: Set<string>, options: SettleTaskOptions): Promise<void> {
  const { name, signal, onInputRequest } = options;
  const inputResponses: Record<string, unknown> = {};
  for (const [key, request] of Object.entries((task.inputRequests ?? {}) as JsonObject)) {
    if (answered.has(key)) continue;
    answered.add(key);
    const { method, params } = (isJsonObject(request) ? request : {}) as JsonObject;
    if (onInputRequest === undefined || method !== 'elicitation/create') {
      cancel(String(task.taskId), options);
      throw new ToolFailure(
        `${name}: its MCP server asks for ${wordsOf(method)}, which nobody here can answer.`,
      );
    }
    const asked = answerInputRequest((params ?? {}) as JsonObject, onInputRequest, signal);
    inputResponses[key] = await orAborted(asked, signal);
  }
  if (Object.keys(inputResponses).length === 0) return;
  await ask('tasks/update', { taskId: task.taskId, inputResponses }, options);
}

/** One request about a task, on another connection where one was lost. */
async function ask(
  method: string,
  params: Record<string, unknown>,
  { connection, name, signal }: SettleTaskOptions,
): Promise<JsonObject> {
  for (let lost = 0; ; lost++) {
    let client: Client | undefined;
    try {
      client = await orAborted(connection.client(), signal);
      const request = client.request({ method, params }, ANY_OBJECT, { signal, timeout: NO_TIMEOUT });
      return await orAborted(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isLost(error) || lost >= MAX_LOST) {
        const words = error instanceof Error ? error.message : error;
        throw new ToolFailure(`${name}: its MCP server no longer answers for the task: ${wordsOf(words)}`, {
          cause: error,
        });
      }
      if (client !== undefined) await connection.drop(client);
      await delay(POLL.least * 10 ** lost, undefined, { signal });
    }
  }
}

/** Tells the server, and waits for nothing. */
function cancel(taskId: string, { connection }: SettleTaskOptions): void {
  const told = connection
    .client()
    .then((client) => client.request({ method: 'tasks/cancel', params: { taskId } }, ANY_OBJECT));
  told.catch(() => undefined);
}

function pollMilliseconds({ pollIntervalMs }: JsonObject): number {
  const named = typeof pollIntervalMs === 'number' ? pollIntervalMs : POLL.usual;
  return Math.min(POLL.most, Math.max(POLL.least, named));
}

function wordsOf(words: unknown): string {
  return foreignText(typeof words === 'string' ? words : 'it does not say', 2_000);
}
