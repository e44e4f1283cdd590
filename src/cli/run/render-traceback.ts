import type { RunError, StackFrame } from '../../sandbox/index.js';

/** Where the lines of a traceback are found. */
export interface TracebackSources {
  /** What the user called the code: a file's name, `<stdin>` or `<string>`. */
  readonly name: string;
  /** The code of the run. */
  readonly code: string;
  /** A file of the tree, with the name that the user knows it by; null where there is none. */
  readonly readFile: (path: string) => { readonly name: string; readonly text: string } | null;
}

/** What went wrong, as Python prints it: each frame with its file's name and its line of the source. */
export function renderTraceback(error: RunError, sources: TracebackSources): string {
  const { kind, type, message, frames } = error;
  const isSyntax = kind === 'syntax';
  return [
    ...(isSyntax || frames.length === 0 ? [] : ['Traceback (most recent call last):']),
    ...frames.flatMap((frame) => renderFrame(frame, sources, isSyntax)),
    message === '' ? type : `${type}: ${message}`,
  ].join('\n');
}

function renderFrame(frame: StackFrame, sources: TracebackSources, isSyntax: boolean): readonly string[] {
  const { name, text } = frame.file.startsWith('<')
    ? { name: sources.name, text: sources.code }
    : (sources.readFile(frame.file) ?? { name: frame.file, text: '' });
  const place = `  File "${name}", line ${frame.line}${isSyntax ? '' : `, in ${frame.function}`}`;
  const line = text.split(/\r\n|\r|\n/)[frame.line - 1] ?? '';
  const source = line.trim();
  if (source === '') return [place];
  if (!isSyntax || frame.column === undefined) return [place, `    ${source}`];
  const indent = line.length - line.trimStart().length;
  const column = Math.min(Math.max(frame.column - 1 - indent, 0), source.length);
  return [place, `    ${source}`, `    ${' '.repeat(column)}^`];
}
