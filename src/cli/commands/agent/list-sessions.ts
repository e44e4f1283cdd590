import type { CommandIo, CommandOutcome } from '../../command.js';
import { keptInState, runLine, runRecord } from '../runs/listed-run.js';

/** `mettle agent sessions`: the work of agents that is kept. */
export async function listSessions(io: CommandIo): Promise<CommandOutcome> {
  const sessions = await keptInState('agents', io);
  return {
    exitCode: 0,
    document: { sessions: sessions.map(runRecord) },
    text:
      sessions.length === 0
        ? 'No work of an agent is kept.'
        : sessions.map((run) => runLine(run, (path) => path)).join('\n'),
  };
}
