import { shortened } from '../core/internal.js';
import type { RunError, StackFrame } from './contract.js';

/** Characters of each text of an error that are kept; code chooses all of them. */
const MAX_MESSAGE = 100_000;
const MAX_NAME = 1_000;
const MAX_PATH = 10_000;
const MAX_FRAMES = 100;
const MAX_NOTES = 20;

/** An error as it is handed out and kept: code can give a class, a function or a file a name of many megabytes. */
export function boundedError(error: RunError): RunError {
  const { frames, hint } = error;
  const half = MAX_FRAMES / 2;
  const kept = frames.length > MAX_FRAMES ? [...frames.slice(0, half), ...frames.slice(-half)] : frames;
  return {
    ...error,
    type: bounded(error.type, MAX_NAME),
    message: bounded(error.message, MAX_MESSAGE),
    frames: kept.map(boundedFrame),
    hint: hint === null ? null : bounded(hint, MAX_MESSAGE),
    ...(error.notes !== undefined && {
      notes: error.notes.slice(0, MAX_NOTES).map((note) => bounded(note, MAX_PATH)),
    }),
  };
}

function boundedFrame(frame: StackFrame): StackFrame {
  const { file, function: name } = frame;
  return { ...frame, file: bounded(file, MAX_PATH), function: bounded(name, MAX_NAME) };
}

/** The text, or so much of it, as a copy: a part of a long text would keep all of it in memory. */
function bounded(text: string, most: number): string {
  return text.length <= most ? text : Buffer.from(shortened(text, most, { mark: () => '...' })).toString();
}
