import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';

/** The extension of the protocol by which a server answers a call with a task, to be asked about later. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/**
 * Has a transport hand on results that are tasks, which the official client has no word for and refuses: as an error result
 * without content that carries the task. For any other request than a tool call that stays no valid result.
 */
export function keepTaskResults(transport: Transport): Transport {
  let given: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => given,
    set: (handler: Transport['onmessage']) => {
      given = handler && ((message, extra) => handler(withTaskKept(message), extra));
    },
  });
  return transport;
}

function withTaskKept(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result.resultType !== 'task') return message;
  const { _meta, resultType: _taken, ...task } = message.result;
  const carrier = { resultType: 'complete', content: [], isError: true, _meta: { [TASKS_EXTENSION]: task } };
  return { ...message, result: carrier } as JSONRPCMessage;
}

/** The task that a result carries; null where it carries none. */
export function taskOf(result: {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}): JsonObject | null {
  const task = result._meta?.[TASKS_EXTENSION] as Json | undefined;
  return task !== undefined && isJsonObject(task) && typeof task.taskId === 'string' ? task : null;
}
