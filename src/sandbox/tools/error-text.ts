import { shortened } from '../../core/internal.js';
import type { RunError, StackFrame } from '../contract.js';

/** Characters of a message, of a line of source, and of each note. */
const MAX_MESSAGE = 4_000;
const MAX_SOURCE = 200;
const MAX_NOTE = 500;

/** Frames that are shown: the last ones, where it happened. */
const MAX_FRAMES = 5;

/** Where the text of a frame's line is found. */
export interface ErrorSources {
  /** The code of the run that failed. */
  readonly code?: string;
  /** The text of a file of the tree; null where there is none. */
  readonly readFile?: (path: string) => string | null;
}

/**
 * An error of a run as a programmer reads it: type, message and line; the last frames of the user's own code with their
 * lines; notes, causes and sub-exceptions; and what to do, where Mettle knows it.
 *
 *     ZeroDivisionError: division by zero (line 3)
 *       line 3 in f: return half(1)
 *       lib/util.py:2 in half: return x / 0
 */
export function errorText(error: RunError, sources: ErrorSources = {}): string {
  const place = error.line === null ? '' : ` (line ${error.line})`;
  const message = shortened(error.message, MAX_MESSAGE, { keepEnd: true, mark: leftOut });
  const lines = [
    `${error.type}: ${message}${place}`,
    ...framesOf(error.frames, sources),
    ...(error.notes ?? []).map((note) => `  ${shortened(note, MAX_NOTE)}`),
    ...(error.hint === null ? [] : [forModel(error.hint)]),
  ];
  return lines.join('\n');
}

/** Advice for whoever sets a sandbox up, which follows advice for whoever writes the code. */
const FOR_HOST = /[,;] or (?:raise|call|pass)\b[^.(]*(?:\([^)]*\)[^.]*)?(?=\.|$)/g;
const RUN_ELSEWHERE = /Run it on CPython: [^.]*\./g;

/** A hint without what a model can't do: set limits, lend packages, choose the engine. */
function forModel(hint: string): string {
  return hint.replace(FOR_HOST, '').replace(RUN_ELSEWHERE, 'Do it in another way: this Python lacks it.');
}

/** What stands for characters that a text leaves out. */
export function leftOut(characters: number): string {
  return `\n[${characters.toLocaleString('en-US')} characters left out]\n`;
}

function framesOf(frames: readonly StackFrame[], { code, readFile }: ErrorSources): readonly string[] {
  const [outermost] = frames;
  const before = Math.max(0, frames.length - MAX_FRAMES);
  const lines = frames.slice(-MAX_FRAMES).map((frame) => {
    const { file, line, function: name } = frame;
    const isCode = file.startsWith('<');
    const isEarlier = isCode && file !== outermost?.file;
    const path = file.replace(/^\//, '');
    const text = isCode ? (isEarlier ? null : code) : readFile?.(path);
    const source = text?.split('\n')[line - 1]?.trim() ?? '';
    const where = isCode ? `line ${line}${isEarlier ? ' of an earlier run' : ''}` : `${path}:${line}`;
    const within = name === '<module>' ? '' : ` in ${name}`;
    return `  ${where}${within}${source === '' ? '' : `: ${shortened(source, MAX_SOURCE)}`}`;
  });
  return before > 0 ? [`  … ${before} more frames`, ...lines] : lines;
}
