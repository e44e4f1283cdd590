import type { StackFrame } from './contract.js';

/** Frames kept of a dump. */
const MAX_FRAMES = 50;

/** A line of a dump: faulthandler writes what is not ASCII, and control characters, as escapes. */
const FRAME = /^ {2}File "(.{1,600})", line (\d{1,9}) in (.{1,600})$/;

/** A line of a traceback. */
const TRACEBACK_FRAME = /^ {2}File "(.{1,600})", line (\d{1,9})(?:, in (.{1,600}))?$/;

/**
 * The frames of the user's code in a stack that CPython's `faulthandler` wrote, outermost first. A dump is what the
 * code's own process says: what has not the form of a frame is left out.
 *
 * @param root - the folder of the code's files; their names are told from there.
 */
export function framesOfDump(dump: string, root: string): readonly StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of dump.split('\n')) {
    const [, name = '', number, inside = ''] = FRAME.exec(line) ?? [];
    // What called the user's code, and what called that.
    if (name.startsWith('<mettle>/')) break;
    const file = userFile(unescaped(name), root);
    if (file === null || number === undefined) continue;
    frames.push({ file, line: Number(number), function: unescaped(inside) });
  }
  return cut(frames.reverse());
}

function cut(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.length <= MAX_FRAMES
    ? frames
    : [...frames.slice(0, MAX_FRAMES / 2), ...frames.slice(-MAX_FRAMES / 2)];
}

/** The frames of the user's code in the last traceback that Python printed to `stderr`, outermost first. */
export function framesOfTraceback(stderr: string, root: string): readonly StackFrame[] {
  const last = stderr.slice(stderr.lastIndexOf('Traceback (most recent call last):'));
  const frames = last.split('\n').flatMap((line) => {
    const [, name = '', number, inside = '<module>'] = TRACEBACK_FRAME.exec(line) ?? [];
    const file = userFile(name, root);
    return file === null || number === undefined ? [] : [{ file, line: Number(number), function: inside }];
  });
  return cut(frames);
}

function userFile(name: string, root: string): string | null {
  if (name.startsWith('<run ') || name === '<string>') return name;
  return name.startsWith(`${root}/`) ? name.slice(root.length) : null;
}

function unescaped(text: string): string {
  return text.replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\U([0-9a-f]{8})/g, (written, two, four, eight) => {
    const code = Number.parseInt(two ?? four ?? eight, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
}
