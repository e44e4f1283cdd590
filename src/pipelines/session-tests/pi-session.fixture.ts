import type { JsonObject } from '../../core/index.js';
import { importTraces, type Trajectory } from '../../records/index.js';

/** A call of a session, and what its log says that it gave. */
export interface PiCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Null: the log ends before. */
  readonly output: string | null;
  readonly failed?: boolean;
}

/** The log of a session of Pi. */
function piLog(calls: readonly PiCall[], cwd = '/home/me/shop'): string {
  const message = (value: object): object => ({ type: 'message', message: value });
  const lines = [
    { type: 'session', id: 's', version: 3, cwd },
    message({ role: 'user', content: 'Fix the price.' }),
    ...calls.flatMap(({ id, tool, arguments: given, output, failed = false }) => [
      message({ role: 'assistant', content: [{ type: 'toolCall', id, name: tool, arguments: given }] }),
      ...(output === null
        ? []
        : [
            message({
              role: 'toolResult',
              toolCallId: id,
              toolName: tool,
              content: [{ type: 'text', text: output }],
              isError: failed,
            }),
          ]),
    ]),
    message({ role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The session of {@link piLog}, imported. */
export async function piSession(calls: readonly PiCall[], cwd?: string): Promise<Trajectory> {
  const { trajectories } = await importTraces(piLog(calls, cwd));
  return trajectories[0] as Trajectory;
}

/** A call of the shell. */
export function bash(id: string, command: string, output: string | null, failed = false): PiCall {
  return { id, tool: 'bash', arguments: { command }, output, failed };
}
