import { type Finding, SourceLines } from '../../python/index.js';
import type { Artefact } from '../../requirements/index.js';

/**
 * The finding with its place in the file, where the file is a reply around the code: findings about code count lines
 * from the code's first. Fixes are dropped there, since their edits are those of the code.
 */
export function locateInFile(finding: Finding, artefact: Artefact): Finding {
  const block = artefact.extraction?.block;
  if (block === undefined || block.line === 0 || finding.rule.startsWith('extraction/')) return finding;
  const text = new SourceLines(artefact.text);
  const code = new SourceLines(block.code);
  const firstLine = firstCodeLine(text, block.line, code.line(1));
  const shift = (line: number): number => {
    const at = text.line(firstLine + line - 1).indexOf(code.line(line));
    return Math.max(0, at);
  };
  const { fix: _fix, ...rest } = finding;
  return {
    ...rest,
    line: firstLine + finding.line - 1,
    column: finding.column + shift(finding.line),
    endLine: firstLine + finding.endLine - 1,
    endColumn: finding.endColumn + shift(finding.endLine),
  };
}

/** The line of the text on which the code begins: blank lines at a block's edge are not part of it. */
function firstCodeLine(text: SourceLines, from: number, firstLine: string): number {
  let line = from;
  while (line < text.count && text.line(line).trim() === '' && firstLine.trim() !== '') line++;
  return line;
}
