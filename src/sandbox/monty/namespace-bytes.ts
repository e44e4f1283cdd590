import { sandboxError } from '../error-codes.js';
import type { PythonValue } from '../python-value.js';
import { packInputs, unpackInputs } from '../sandbox-dump.js';
import { isDump } from './dump-limits.js';
import { given, refusedAnswer } from './host-answers.js';
import { parseNotes, type SessionNotes } from './session-notes.js';
import type { Answer } from './wire/answer.js';

/** A session of a worker as bytes, and what is known of it. */
export interface SavedSession {
  readonly state: Uint8Array;
  readonly notes: SessionNotes;
  /** In a run that waits: the answers to calls whose results the code has still to await. */
  readonly answers?: ReadonlyMap<number, Answer>;
}

/**
 * A session as bytes: the length of a JSON header, the header (what is known of the session), then the worker's own
 * dump. A fresh namespace is no bytes at all.
 */
export function packSession(saved: SavedSession | null): Uint8Array {
  if (saved === null) return new Uint8Array();
  const answers = packInputs(Object.fromEntries(Array.from(saved.answers ?? [], packAnswer)));
  const header = Buffer.from(JSON.stringify({ ...saved.notes, answers }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, saved.state]);
}

/** Reads what {@link packSession} wrote. Throws `sandbox/invalid_dump` for anything else. */
export function unpackSession(packed: Uint8Array): SavedSession | null {
  if (packed.length === 0) return null;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const end = bytes.length < 4 ? 0 : 4 + bytes.readUInt32LE(0);
  const state = bytes.subarray(end);
  const header = end < 4 || end > bytes.length ? null : parseHeader(bytes.toString('utf8', 4, end));
  if (header === null || !isDump(state)) {
    throw sandboxError(
      'invalid_dump',
      'these bytes are not a session of this version of the monty engine; pass what dump() returned',
    );
  }
  return { ...header, state: Uint8Array.from(state) };
}

function packAnswer([id, answer]: readonly [number, Answer]): [string, PythonValue] {
  if (answer.kind === 'return' && answer.given.kind === 'value') {
    try {
      const value = answer.given.value as PythonValue;
      packInputs({ value });
      return [String(id), [value]];
    } catch (thrown) {
      return packAnswer([id, refusedAnswer(thrown)]);
    }
  }
  if (answer.kind !== 'raise') throw new Error(`an answer of kind ${answer.kind} is not a result`);
  return [String(id), [answer.type, answer.message]];
}

function unpackAnswer([id, packed]: readonly [string, PythonValue]): [number, Answer] {
  const [first, message] = packed as readonly PythonValue[];
  return [
    Number(id),
    message === undefined ? given(first) : { kind: 'raise', type: String(first), message: String(message) },
  ];
}

function parseHeader(text: string): Omit<SavedSession, 'state'> | null {
  try {
    const header: unknown = JSON.parse(text);
    const notes = parseNotes(header);
    const packed: unknown = Reflect.get(Object(header), 'answers');
    if (notes === null || typeof packed !== 'string') return null;
    return { notes, answers: new Map(Object.entries(unpackInputs(packed)).map(unpackAnswer)) };
  } catch {
    return null;
  }
}
