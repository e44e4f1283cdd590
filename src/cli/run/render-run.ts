import type { RunResult } from '../../sandbox/index.js';
import type { CommandIo } from '../command.js';
import { exitStatusOf } from './exit-status.js';
import { renderTraceback, type TracebackSources } from './render-traceback.js';

/** Says what went wrong in a run. */
export function sayFailure(result: RunResult, sources: TracebackSources, say: CommandIo['say']): void {
  const { error, stderr } = result;
  if (error === null) return;
  const status = exitStatusOf(result);
  if (status !== null) {
    if (!stderr.endsWith(`${error.message}\n`)) say(`The code exited with status ${status}.`);
    return;
  }
  say(renderTraceback(error, sources));
  if (error.hint !== null) say(`Hint: ${error.hint}`);
}
