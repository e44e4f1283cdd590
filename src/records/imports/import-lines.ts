import { takeTurns } from '../../core/internal.js';
import type { HostLine } from '../../filesystem/internal.js';
import type { SkippedLine } from '../trajectory-jsonl.js';
import { importRecord } from './import-record.js';
import type { ImportedLine } from './imported-line.js';
import { type TraceValue, traceValues } from './trace-values.js';

/**
 * Reads the lines of a log, one record after another; what holds none is given with the reason.
 * @param asked - the name of a form, or `auto`
 */
export function importLines(
  lines: AsyncIterable<HostLine> | Iterable<HostLine>,
  asked: string,
): AsyncGenerator<ImportedLine | SkippedLine, void, undefined> {
  return importValues(traceValues(lines), asked);
}

/** As {@link importLines}, of records that were read already. */
export async function* importValues(
  values: AsyncIterable<TraceValue | SkippedLine> | Iterable<TraceValue | SkippedLine>,
  asked: string,
): AsyncGenerator<ImportedLine | SkippedLine, void, undefined> {
  const inTurns = takeTurns();
  for await (const each of values) {
    if ('reason' in each) {
      yield each;
      continue;
    }
    const { line, where, exact } = each;
    const read = await inTurns(importRecord(exact, asked));
    yield 'reason' in read ? { line, reason: `${where}${read.reason}` } : { line, ...read };
  }
}
