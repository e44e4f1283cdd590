import { MettleError } from '../../core/index.js';
import { isDump } from './dump-limits.js';
import { parseNotes, type SessionNotes } from './session-notes.js';

/** A session of a worker as bytes, and what is known of it. */
export interface SavedSession {
  readonly state: Uint8Array;
  readonly notes: SessionNotes;
}

/**
 * A session as bytes: the length of a JSON header, the header (what is known of the session), then the worker's own
 * dump. A fresh namespace is no bytes at all.
 */
export function packSession(saved: SavedSession | null): Uint8Array {
  if (saved === null) return new Uint8Array();
  const header = Buffer.from(JSON.stringify(saved.notes));
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
  const notes = end < 4 || end > bytes.length ? null : parseHeader(bytes.toString('utf8', 4, end));
  if (notes === null || !isDump(state)) {
    throw new MettleError({
      code: 'sandbox/invalid_dump',
      message: 'these bytes are no session of this version of the monty engine; pass what dump() returned',
    });
  }
  return { notes, state: Uint8Array.from(state) };
}

function parseHeader(text: string): SessionNotes | null {
  try {
    return parseNotes(JSON.parse(text));
  } catch {
    return null;
  }
}
