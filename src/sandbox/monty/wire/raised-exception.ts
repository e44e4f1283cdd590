import type { WireReader } from './reader.js';

/** One frame of a traceback as the worker sends it. */
interface WireFrame {
  /** `<python-input-N>`, N counting the feeds of the session from 0. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly function: string | null;
}

/** An exception that left the code. */
export interface RaisedException {
  readonly type: string;
  readonly message: string;
  /** Outermost first; empty for an error of the protocol itself. */
  readonly frames: readonly WireFrame[];
}

/** Reads the body of a `RaisedException`. */
export function decodeRaised(reader: WireReader): RaisedException {
  let type = '';
  let message = '';
  const frames: WireFrame[] = [];
  while (reader.next()) {
    if (reader.field === 1) type = reader.string();
    else if (reader.field === 2) message = reader.string();
    else if (reader.field === 3) {
      const outer = reader.enter();
      frames.push(decodeStackFrame(reader));
      reader.leave(outer);
    } else reader.skip();
  }
  return { type, message, frames };
}

function decodeStackFrame(reader: WireReader): WireFrame {
  let file = '';
  let line = 0;
  let column = 0;
  let name: string | null = null;
  while (reader.next()) {
    if (reader.field === 1) file = reader.string();
    else if (reader.field === 2) {
      const outer = reader.enter();
      [line, column] = decodeLocation(reader);
      reader.leave(outer);
    } else if (reader.field === 4) name = reader.string();
    else reader.skip();
  }
  return { file, line, column, function: name };
}

function decodeLocation(reader: WireReader): readonly [line: number, column: number] {
  let line = 0;
  let column = 0;
  while (reader.next()) {
    if (reader.field === 1) line = reader.varint();
    else if (reader.field === 2) column = reader.varint();
    else reader.skip();
  }
  return [line, column];
}
