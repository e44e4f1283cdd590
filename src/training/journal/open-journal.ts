import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { canonicalJson, isJsonObject, type JsonObject, sha256 } from '../../core/index.js';
import type { FitStopReason } from '../training-budget.js';
import type { TrainingOutcome } from '../training-outcome.js';
import type { Fact, FactLog } from './facts.js';
import { broken, inUse, notWritten, otherSettings, otherVersion, unreadable } from './journal-errors.js';

const FORMAT = 'mettle-training-journal';
const VERSION = 1;

/** A training's facts in a file. */
export interface Journal extends FactLog {
  close(): void;
}

/**
 * Opens a journal: a file of one JSON line for each fact, each with its number and a checksum, after a first line that says
 * what training it is of. A last line that was cut off is dropped; anything else that is not whole is an error.
 *
 * @throws {MettleError} `training/journal_broken` with the line; `training/journal_version`;
 *   `training/journal_other_settings` with what differs; `training/journal_unreadable`;
 *   `training/journal_write_failed`.
 */
export function openJournal(path: string, settings: JsonObject): Journal {
  const header: JsonObject = { format: FORMAT, version: VERSION, settings };
  const { lines, bytes } = existsSync(path) ? readWhole(path) : { lines: [], bytes: 0 };
  const known = new KnownFacts();
  if (lines.length > 0) checkHeader(path, contentOf(path, lines[0] as string, 0), settings);
  for (const [place, line] of lines.slice(1).entries())
    known.add(path, place + 1, contentOf(path, line, place + 1));
  return new FileJournal({ path, known, bytes, lines: lines.length, header });
}

/** What a journal held when it was opened. */
class KnownFacts {
  seconds = 0;
  readonly #outcomes = new Map<string, TrainingOutcome>();
  readonly #replies = new Map<string, Extract<Fact, { fact: 'reply' }>>();
  readonly #stops = new Map<string, FitStopReason>();
  readonly #clocks = new Map<string, number>();

  add(path: string, place: number, content: JsonObject): void {
    const { seconds, ...rest } = content;
    const fact = rest as unknown as Fact;
    if (fact.fact === 'outcome') {
      this.#outcomes.set(`${fact.outcome.candidate}/${fact.outcome.exampleId}`, fact.outcome);
    } else if (fact.fact === 'reply') this.#replies.set(fact.call, fact);
    else if (fact.fact === 'stop') this.#stops.set(fact.before, fact.reason);
    else if (fact.fact === 'clock') this.#clocks.set(fact.of, fact.at);
    else throw broken(path, place);
    this.seconds = Number(seconds);
  }

  outcome(candidate: string, exampleId: string): TrainingOutcome | undefined {
    return this.#outcomes.get(`${candidate}/${exampleId}`);
  }

  reply(call: string): Extract<Fact, { fact: 'reply' }> | undefined {
    return this.#replies.get(call);
  }

  stop(before: string): FitStopReason | undefined {
    return this.#stops.get(before);
  }

  clock(of: string): number | undefined {
    return this.#clocks.get(of);
  }
}

class FileJournal implements Journal {
  readonly #path: string;
  readonly #known: KnownFacts;
  readonly #descriptor: number;
  #bytes: number;
  #lines: number;
  #closed = false;

  constructor(options: {
    readonly path: string;
    readonly known: KnownFacts;
    readonly bytes: number;
    readonly lines: number;
    readonly header: JsonObject;
  }) {
    const { path, bytes } = options;
    this.#path = path;
    this.#known = options.known;
    this.#bytes = bytes;
    this.#lines = options.lines;
    try {
      mkdirSync(dirname(path), { recursive: true });
      this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
      // What was cut off by the end of the last process.
      ftruncateSync(this.#descriptor, bytes);
    } catch (cause) {
      throw notWritten(path, cause);
    }
    if (this.#lines > 0) return;
    try {
      this.#write(options.header, true);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get seconds(): number {
    return this.#known.seconds;
  }

  outcome(candidate: string, exampleId: string): TrainingOutcome | undefined {
    return this.#known.outcome(candidate, exampleId);
  }

  reply(call: string): Extract<Fact, { fact: 'reply' }> | undefined {
    return this.#known.reply(call);
  }

  stop(before: string): FitStopReason | undefined {
    return this.#known.stop(before);
  }

  clock(of: string): number | undefined {
    return this.#known.clock(of);
  }

  keep(fact: Fact, seconds: number): void {
    this.#write({ ...(fact as unknown as JsonObject), seconds }, wasPaid(fact));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#descriptor);
  }

  /** Writes a line whole or not at all; flushed to the disk where losing it would cost money. */
  #write(content: JsonObject, flush: boolean): void {
    const line = Buffer.from(lineOf(this.#lines, content));
    try {
      if (fstatSync(this.#descriptor).size !== this.#bytes) throw inUse(this.#path);
      let written = 0;
      while (written < line.length) {
        written += writeSync(this.#descriptor, line, written, line.length - written, this.#bytes + written);
      }
      if (flush) fdatasyncSync(this.#descriptor);
    } catch (cause) {
      throw this.#undone(cause);
    }
    this.#bytes += line.length;
    this.#lines++;
  }

  #undone(cause: unknown): unknown {
    const error = notWritten(this.#path, cause);
    if (error === cause) return error;
    try {
      ftruncateSync(this.#descriptor, this.#bytes);
    } catch {
      // A torn last line is dropped when the journal is opened again.
    }
    return error;
  }
}

function lineOf(place: number, content: JsonObject): string {
  const text = JSON.stringify(content);
  return `{"line":${place},"sum":"${sumOf(place, text)}","content":${text}}\n`;
}

function sumOf(place: number, text: string): string {
  return sha256(`${place} ${text}`).slice(0, 16);
}

function contentOf(path: string, line: string, place: number): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw broken(path, place);
  }
  if (!isJsonObject(parsed) || !isJsonObject(parsed.content) || parsed.line !== place)
    throw broken(path, place);
  if (parsed.sum !== sumOf(place, JSON.stringify(parsed.content))) throw broken(path, place);
  return parsed.content;
}

function readWhole(path: string): { readonly lines: readonly string[]; readonly bytes: number } {
  let data: Buffer;
  try {
    data = readFileSync(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  const bytes = data.lastIndexOf(0x0a) + 1;
  if (bytes === 0) {
    // The first line was cut off, or this is another file, which is not ours to overwrite.
    const start = Buffer.from('{"line":0,"sum":"');
    if (!data.subarray(0, start.length).equals(start.subarray(0, data.length))) throw broken(path, 0);
  }
  return { lines: data.toString('utf8', 0, bytes).split('\n').slice(0, -1), bytes };
}

function checkHeader(path: string, header: JsonObject, settings: JsonObject): void {
  if (header.format !== FORMAT || !isJsonObject(header.settings)) throw broken(path, 0);
  if (header.version !== VERSION) throw otherVersion(path, header.version ?? null, VERSION);
  const kept = header.settings;
  const names = [...new Set([...Object.keys(kept), ...Object.keys(settings)])];
  const differing = names.filter(
    (name) => canonicalJson(kept[name] ?? null) !== canonicalJson(settings[name] ?? null),
  );
  if (differing.length > 0) throw otherSettings(path, differing);
}

function wasPaid(fact: Fact): boolean {
  if (fact.fact === 'clock') return false;
  if (fact.fact !== 'outcome') return true;
  const { inference, reward } = fact.outcome.usage;
  return inference.modelCalls > 0 || reward.modelCalls > 0;
}
