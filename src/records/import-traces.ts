import { defineOptions, type Json, option } from '../core/index.js';
import { inTurns, jsonProblem } from '../core/internal.js';
import { recordError } from './error-codes.js';
import type { ImportedLine, LoadedTraces } from './imports/imported-line.js';
import { TRACE_FORMATS, type TraceFormatName } from './trace-format-names.js';
import type { Trajectory } from './trajectory.js';
import type { SkippedLine } from './trajectory-jsonl.js';

/** How logs are imported. */
export interface ImportOptions {
  /** Default `auto`. */
  readonly format?: TraceFormatName;
}

/** What a log has and its record hasn't. */
export interface ImportLoss {
  /** The id of the record. */
  readonly id: string;
  readonly what: string;
}

/** Records that were read as one form. */
export interface ReadFormat {
  readonly format: string;
  readonly records: number;
  /** Why, as the end of "read as … because"; null where the form was given. */
  readonly because: string | null;
}

/** Logs as trajectories. */
export interface ImportedTraces {
  readonly trajectories: readonly Trajectory[];
  /** What was no run, by its line (from 1), or its place in a list. */
  readonly skipped: readonly SkippedLine[];
  readonly losses: readonly ImportLoss[];
  readonly formats: readonly ReadFormat[];
}

const formatOption = option.oneOf(['auto', ...TRACE_FORMATS]);

const checkOptions = defineOptions<ImportOptions>()('importTraces', { format: formatOption });

/**
 * Reads runs of other programs as trajectories: OpenAI's chat messages and Responses, Anthropic's messages, ShareGPT, Hermes, and Mettle's own
 * records. The order is kept, calls keep their ids, and arguments the exact text they were written in.
 *
 * Mettle ran none of it. An imported record's environment is `imported:FORMAT`, its verification is `not_checked`, and
 * `selectForTraining` leaves it out unless it's asked for. What holds no run is in `skipped`, and what a record has no place for, such as
 * images, in `losses`.
 *
 * @param input - JSON lines or a JSON document as text; one run as data, such as a list of messages; a list of runs; or what
 *   {@link loadTracesJsonl} gave.
 *
 * @example
 * ```ts
 * import { importTraces } from 'mettle/records';
 *
 * const { trajectories, formats } = await importTraces([
 *   { messages: [{ role: 'user', content: 'What is 2 + 2?' }, { role: 'assistant', content: '4' }] },
 * ]);
 * console.log(trajectories[0]?.finalAnswer, formats[0]?.because); // → 4 it has messages with roles
 * ```
 * @throws {MettleError} `core/invalid_option`.
 */
export async function importTraces(
  input: string | object,
  options: ImportOptions = {},
): Promise<ImportedTraces> {
  const { format = 'auto' } = checkOptions(options);
  const [{ importLines, importValues }, { linesOf, valuesOf }] = await Promise.all([
    import('./imports/import-lines.js'),
    import('./imports/trace-values.js'),
  ]);
  const read =
    typeof input === 'string'
      ? importLines(linesOf(input), format)
      : importValues(valuesOf(input as Json | LoadedTraces), format);
  const trajectories: Trajectory[] = [];
  const skipped: SkippedLine[] = [];
  const losses: ImportLoss[] = [];
  const formats = new Map<string, ReadFormat>();
  for await (const each of read) {
    if ('reason' in each) {
      skipped.push(each);
      continue;
    }
    trajectories.push(each.trajectory);
    const { format: name, because } = each;
    const before = formats.get(name);
    formats.set(name, { format: name, because, ...before, records: (before?.records ?? 0) + 1 });
    for (const what of each.losses) losses.push({ id: each.trajectory.id, what });
  }
  return { trajectories, skipped, losses, formats: [...formats.values()] };
}

const checkLinesOptions = defineOptions<ImportOptions>()('importTraceLines', { format: formatOption });

/**
 * As {@link importTraces}, of a file of any size: of JSON lines, one run is held at a time. Files that gzip or, where Node can, Zstandard packed
 * are unpacked on the way. A line that holds no run (no JSON, no known form, not UTF-8, over 64 MiB) is given with the reason, and reading
 * goes on.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs';
 * import { importTraceLines } from 'mettle/records';
 *
 * writeFileSync('log.jsonl', '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}]\n{"messa');
 * for await (const each of importTraceLines('log.jsonl')) console.log(each.line, 'reason' in each ? 'skipped' : each.format);
 * // → 1 openai
 * // → 2 skipped
 * ```
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read; `core/invalid_option`.
 */
export function importTraceLines(
  path: string,
  options: ImportOptions = {},
): AsyncGenerator<ImportedLine | SkippedLine, void, undefined> {
  const { format = 'auto' } = checkLinesOptions(options);
  return fileLines(path, format);
}

async function* fileLines(
  path: string,
  format: string,
): AsyncGenerator<ImportedLine | SkippedLine, void, undefined> {
  const [{ readHostLines }, { importLines }, { MAX_LINE_BYTES }, { isArchive, samplesOf }] =
    await Promise.all([
      import('../filesystem/internal.js'),
      import('./imports/import-lines.js'),
      import('./imports/trace-values.js'),
      import('./imports/eval-archive.js'),
    ]);
  const lines = (await isArchive(path))
    ? samplesOf(path)
    : readHostLines(path, 'logs', { maxLineBytes: MAX_LINE_BYTES });
  yield* importLines(lines, format);
}

const checkMessagesOptions = defineOptions<ImportOptions>()('trajectoryFromMessages', {
  format: formatOption,
});

/**
 * The trajectory of one conversation: OpenAI's chat messages, Anthropic's, items of OpenAI's Responses, or an object that holds such a list
 * beside its `tools`. As {@link importTraces}, of one run.
 *
 * @example
 * ```ts
 * import { toMessages, trajectoryFromMessages } from 'mettle/records';
 *
 * const messages = [
 *   { role: 'user', content: 'How warm is it in Oslo?' },
 *   {
 *     role: 'assistant',
 *     content: 'I look.',
 *     tool_calls: [{ id: 'a1', type: 'function', function: { name: 'weather', arguments: '{"city": "Oslo"}' } }],
 *   },
 *   { role: 'tool', tool_call_id: 'a1', content: '4 degrees' },
 *   { role: 'assistant', content: 'It is 4 degrees.' },
 * ];
 * const trajectory = await trajectoryFromMessages(messages);
 * console.log(trajectory.steps.map(({ type }) => type).join(' ')); // → thought tool_call observation final_answer
 * console.log(JSON.stringify(toMessages(trajectory)) === JSON.stringify(messages)); // → true
 * ```
 * @throws {MettleError} `records/not_importable` if it holds no run; `core/invalid_option`.
 */
export async function trajectoryFromMessages(
  messages: object,
  options: ImportOptions = {},
): Promise<Trajectory> {
  const { format = 'auto' } = checkMessagesOptions(options);
  const [{ importRecord }, { plainJson }] = await Promise.all([
    import('./imports/import-record.js'),
    import('./imports/exact-json.js'),
  ]);
  const problem = jsonProblem(messages);
  if (problem !== undefined)
    throw recordError('not_importable', `The messages are no JSON: the value ${problem}.`);
  const [read = { reason: 'they are empty' }] = await inTurns(
    importRecord(plainJson(messages as Json), format),
  );
  if ('reason' in read) throw recordError('not_importable', `These messages hold no run: ${read.reason}`);
  return read.trajectory;
}

/**
 * Reads a file of logs, a run a line, for {@link importTraces}. Blank lines are nothing; lines that hold no JSON are named in `skipped`. All of
 * it is held in memory: `mettle import` takes files of any size.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs';
 * import { importTraces, loadTracesJsonl } from 'mettle/records';
 *
 * writeFileSync('log.jsonl', '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello!"}]\n');
 * const { trajectories } = await importTraces(await loadTracesJsonl('log.jsonl'));
 * console.log(trajectories[0]?.finalAnswer); // → Hello!
 * ```
 * @throws {MettleError} `filesystem/unreadable_file` if the file can't be read.
 */
export async function loadTracesJsonl(path: string): Promise<LoadedTraces> {
  const [{ readHostLines }, { MAX_LINE_BYTES, traceValues }] = await Promise.all([
    import('../filesystem/internal.js'),
    import('./imports/trace-values.js'),
  ]);
  const traces: Json[] = [];
  const lines: number[] = [];
  const skipped: SkippedLine[] = [];
  for await (const each of traceValues(readHostLines(path, 'logs', { maxLineBytes: MAX_LINE_BYTES }))) {
    if ('reason' in each) {
      skipped.push(each);
      continue;
    }
    traces.push(each.exact.value);
    lines.push(each.line);
  }
  return { traces, lines, skipped };
}
