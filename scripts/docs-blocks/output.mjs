/** Compares what a block printed with what its page shows, and writes the page anew. */
import { ARROW, DOC_PREFIX } from './blocks.mjs';

/** How the output differs from what is shown, in one text; undefined when it does not. */
export function difference(shown, output) {
  const printed = linesOf(output);
  const expected = shown.text;
  if (matches(expected, printed)) return undefined;
  return [
    'prints something else than the page shows:',
    ...expected.map((line) => `    - ${line}`),
    ...printed.map((line) => `    + ${line}`),
  ].join('\n');
}

/** Whether lines are as expected: `…` in a line stands for any text, `…` alone for any number of lines. */
function matches(expected, printed) {
  if (expected.length === 0) return printed.length === 0;
  const [first, ...rest] = expected;
  if (first.trim() === '…')
    return printed.some((_, index) => matches(rest, printed.slice(index))) || matches(rest, []);
  return printed.length > 0 && matchesLine(first, printed[0]) && matches(rest, printed.slice(1));
}

function matchesLine(expected, printed) {
  const parts = expected
    .trim()
    .split('…')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(printed.trim());
}

/**
 * The text of a page with the outputs of its blocks put in, and the blocks that have to be set by hand: those whose
 * arrows are not as many as the lines they printed. `results` are the blocks with what they printed. What still matches
 * stays as it is, `…` with it.
 */
export function withOutputs(text, results) {
  const lines = text.split('\n');
  const problems = [];
  const fromLast = [...results].sort((left, right) => right.block.line - left.block.line);
  for (const { block, output } of fromLast) {
    const { shown } = block;
    if (shown === undefined || difference(shown, output) === undefined) continue;
    const printed = linesOf(output);
    if (shown.kind === 'text') {
      const prefix = block.file.endsWith('.md') ? '' : (DOC_PREFIX.exec(lines[shown.line - 2])?.[0] ?? '');
      lines.splice(shown.line - 1, shown.text.length, ...printed.map((line) => (prefix + line).trimEnd()));
    } else if (printed.length !== shown.text.length) {
      problems.push(
        `${block.file}:${block.line} prints ${printed.length} lines and has ${shown.text.length} arrows; set the arrows by hand:\n${output}`,
      );
    } else {
      shown.lines.forEach((line, index) => {
        lines[line - 1] = lines[line - 1].replace(ARROW, (_, arrow) => `${arrow} ${printed[index]}`);
      });
    }
  }
  return { text: lines.join('\n'), problems };
}

/** The lines of an output, without blank ones at the end. */
function linesOf(output) {
  const text = output.replace(/\s+$/, '');
  return text === '' ? [] : text.split('\n').map((line) => line.trimEnd());
}
