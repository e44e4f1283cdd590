import type { Json, Steps } from '../../core/index.js';
import { errorMessage, takeTurns } from '../../core/internal.js';
import type { HostLine } from '../../filesystem/internal.js';
import type { SkippedLine } from '../trajectory-jsonl.js';
import { buildTrajectory } from './build-trajectory.js';
import { importRecord } from './import-record.js';
import type { ImportedLine } from './imported-line.js';
import type { SessionFormat, SessionReader } from './session-format.js';
import { recogniseSession, recogniseTrace, sessionFormats } from './trace-formats.js';
import { type TraceValue, traceValues } from './trace-values.js';

/** A session whose lines are read. */
interface OpenSession {
  readonly format: SessionFormat;
  readonly because: string | null;
  /** Where it begins. */
  readonly line: number;
  readonly reader: SessionReader;
}

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
  let session: OpenSession | null = null;
  for await (const each of values) {
    if ('reason' in each) {
      yield each;
      continue;
    }
    const { line, where, exact } = each;
    const found = sessionOf(exact.value, asked, session);
    if (found === null) {
      for (const read of await inTurns(importRecord(exact, asked))) {
        yield 'reason' in read ? { line, reason: `${where}${read.reason}` } : { line, ...read };
      }
      continue;
    }
    if (session !== null && !isOneFamily(session.format, found.format)) {
      for (const run of await inTurns(endSession(session))) yield run;
      session = null;
    }
    session ??= { ...found, line, reader: found.format.open() };
    const problem = session.reader.add(exact.value, exact);
    if (problem !== null) yield { line, reason: problem };
  }
  if (session !== null) for (const run of await inTurns(endSession(session))) yield run;
}

/** The session that a line belongs to; null for a line that is a run by itself. */
function sessionOf(
  value: Json,
  asked: string,
  open: OpenSession | null,
): Pick<OpenSession, 'format' | 'because'> | null {
  if (asked !== 'auto') {
    const format = sessionFormats.find(({ name }) => name === asked);
    return format === undefined ? null : { format, because: null };
  }
  const found = recogniseSession(value);
  if (found !== null || open === null) return found;
  return recogniseTrace(value) === null ? open : null;
}

/** Instrumentations of several kinds write spans into one trace. */
function isOneFamily(one: SessionFormat, other: SessionFormat): boolean {
  return one === other || (one.family !== undefined && one.family === other.family);
}

function* endSession({ format, because, line, reader }: OpenSession): Steps<(ImportedLine | SkippedLine)[]> {
  const runs: (ImportedLine | SkippedLine)[] = [];
  for (const conversation of reader.end()) {
    yield;
    try {
      const run = 'reason' in conversation ? conversation : buildTrajectory(conversation, format.name);
      runs.push(
        'reason' in run ? { line, reason: run.reason } : { line, ...run, format: format.name, because },
      );
    } catch (error) {
      runs.push({ line, reason: errorMessage(error) });
    }
  }
  return runs;
}
