import type { Json } from '../../core/index.js';
import type { RunResult } from '../../sandbox/index.js';
import type { CommandIo } from '../command.js';
import { exitStatusOf } from './exit-status.js';
import { renderTraceback, type TracebackSources } from './render-traceback.js';

/** Says what went wrong in a run, and what the code wrote to stderr. */
export function sayFailure(result: RunResult, sources: TracebackSources, say: CommandIo['say']): void {
  const { error, stderr } = result;
  if (stderr !== '') say(stderr.trimEnd());
  if (error === null) return;
  const status = exitStatusOf(result);
  if (status !== null) {
    if (!stderr.endsWith(`${error.message}\n`)) say(`The code exited with status ${status}.`);
    return;
  }
  say(renderTraceback(error, sources));
  if (error.hint !== null) say(`Hint: ${error.hint}`);
}

/** What the code printed and, on a line of its own, the value that it ended with; None shows as nothing. */
export function outputWithValue({ stdout, value: raw }: RunResult, value: Json): string {
  if (value === null) return stdout;
  const shown =
    typeof value === 'string' ? value : typeof raw === 'bigint' ? `${raw}` : JSON.stringify(value, null, 2);
  if (shown === '') return stdout;
  return `${stdout === '' ? '' : stdout.replace(/\n?$/, '\n')}${shown}\n`;
}
