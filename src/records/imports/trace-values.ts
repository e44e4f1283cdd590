import { isJsonObject, type Json, type Steps } from '../../core/index.js';
import { jsonProblem, takeTurns } from '../../core/internal.js';
import type { HostLine } from '../../filesystem/internal.js';
import type { SkippedLine } from '../trajectory-jsonl.js';
import type { UnusableRecord } from './conversation.js';
import { type ExactJson, parseExactJson, plainJson } from './exact-json.js';
import type { LoadedTraces } from './imported-line.js';

/** A record of a log, as it was read. */
export interface TraceValue {
  /** The line that it stands in, or begins in, from 1. */
  readonly line: number;
  /** Which of several records of that line: `item 3: `; else ''. */
  readonly where: string;
  readonly exact: ExactJson;
}

/** Bytes of the longest line that is read. */
export const MAX_LINE_BYTES: number = 2 ** 26;

/** Characters of the largest JSON document that isn't JSON lines. */
const MAX_DOCUMENT = 2 ** 28;

/**
 * The records of a log: JSON lines, or one JSON document over several lines, which holds a record or a list of them. A line that can't
 * be read is given with the reason, and reading goes on. Of JSON lines, one is held at a time.
 */
export async function* traceValues(
  lines: AsyncIterable<HostLine> | Iterable<HostLine>,
): AsyncGenerator<TraceValue | SkippedLine, void, undefined> {
  const inTurns = takeTurns();
  const read = async (line: HostLine): Promise<readonly (TraceValue | SkippedLine)[]> => {
    if (line.text === null) return [{ line: line.line, reason: line.problem ?? '' }];
    const exact = await inTurns(lineJson(line.text));
    if (exact === null) return [];
    return 'reason' in exact ? [{ line: line.line, reason: exact.reason }] : recordsIn(exact, line.line);
  };
  /** The lines of what may be a document; null once it is known to be JSON lines. */
  let held: HostLine[] | null = [];
  let size = 0;
  for await (const line of lines) {
    if (held === null) {
      yield* await read(line);
      continue;
    }
    if (held.length === 0) {
      const first = await read(line);
      if (line.text === null || !first.some((each) => 'reason' in each) || !/^\s*[[{]/.test(line.text)) {
        if (first.length > 0) held = null;
        yield* first;
        continue;
      }
    }
    held.push(line);
    // A line that is held takes more than its characters.
    size += (line.text?.length ?? 0) + 100;
    if (line.text !== null && size <= MAX_DOCUMENT) continue;
    for (const each of held) yield* await read(each);
    held = null;
  }
  const [first, ...others] = held ?? [];
  if (first === undefined) return;
  const text = [first, ...others].map((line) => line.text ?? '').join('\n');
  const exact = await inTurns(parseExactJson(text));
  if (!('reason' in exact)) yield* recordsIn(exact, first.line);
  else for (const line of [first, ...others]) yield* await read(line);
}

/** The JSON of a line; null for a blank one. */
function* lineJson(text: string): Steps<ExactJson | UnusableRecord | null> {
  return /^\s*$/.test(text) ? null : yield* parseExactJson(text);
}

/** The lines of a text. */
export function* linesOf(text: string): Generator<HostLine, void, undefined> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    line += 1;
    yield { line, text: text.slice(start, end), problem: null, isEnded: feed >= 0 };
    start = end + 1;
  }
}

/** The records of data, or of a file that was loaded. A place in a list counts as a line. */
export function* valuesOf(input: Json | LoadedTraces): Generator<TraceValue | SkippedLine, void, undefined> {
  if (isLoaded(input)) {
    yield* input.skipped;
    for (const [index, trace] of input.traces.entries()) {
      yield* recordsIn(plainJson(trace), input.lines[index] ?? index + 1);
    }
    return;
  }
  const items = itemsOf(input) ?? [input];
  for (const [index, item] of items.entries()) {
    const problem = jsonProblem(item);
    yield problem === undefined
      ? { line: index + 1, where: '', exact: plainJson(item) }
      : { line: index + 1, reason: `it is no JSON: the value ${problem}` };
  }
}

function isLoaded(input: Json | LoadedTraces): input is LoadedTraces {
  return isJsonObject(input) && Array.isArray(input.traces) && Array.isArray(input.lines);
}

/** The records of data: a list of records, or one. */
function recordsIn(exact: ExactJson, line: number): readonly TraceValue[] {
  const { value, textOf } = exact;
  const items = itemsOf(value);
  if (items === null) return [{ line, where: '', exact }];
  return items.map((item, index) => ({
    line,
    where: items.length === 1 ? '' : `item ${index + 1}: `,
    exact: { value: item, textOf },
  }));
}

/** The items of a list of records; null where the value is one record, such as a list of messages. */
function itemsOf(value: Json): readonly Json[] | null {
  const list = isJsonObject(value) && Object.keys(value).length <= 3 ? value.data : value;
  if (!Array.isArray(list)) return null;
  const items = list as readonly Json[];
  return items.length > 0 && items.every(isPart) ? null : items;
}

/** Whether a value is a part of a run, such as a message, and no run. */
function isPart(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  if ('messages' in value || 'conversations' in value || 'steps' in value) return false;
  return 'role' in value || typeof value.type === 'string';
}
