/** Finds the code blocks of Markdown pages and of doc comments, and what each block says it prints. */

/** On a page with this line, all blocks run in order in one folder. */
export const ONE_FOLDER = '<!-- blocks: one folder -->';

/**
 * @typedef {object} Block
 * @property {string} file
 * @property {string} language
 * @property {number} line the first line of the code, from 1
 * @property {string} code
 * @property {readonly string[]} needs what has to be on the machine, from `needs=a,b` after the language
 * @property {boolean} untyped whether types are not checked, from `untyped` after the language
 * @property {string | undefined} writes the file that the code is saved as, from `file=NAME` after the language
 * @property {Shown | undefined} shown what it says it prints
 *
 * @typedef {object} Shown
 * @property {'text' | 'arrows'} kind a ```text block directly below, or `// →` comments
 * @property {number} [line] where a ```text block's first line stands
 * @property {readonly number[]} [lines] where each arrow stands
 * @property {readonly string[]} text
 */

/** The blocks of a file: a Markdown page, or TypeScript source with doc comments. @returns {Block[]} */
export function blocksOf(file, text) {
  const lines = text.split('\n');
  const fences = fencesOf(file.endsWith('.md') ? lines : docCommentLines(lines));
  return fences.flatMap((fence, index) => {
    if (fence.language === 'text') return [];
    const words = fence.info.split(/\s+/);
    const next = fences[index + 1];
    const block = {
      file,
      language: fence.language,
      line: fence.line,
      code: `${fence.lines.join('\n')}\n`,
      needs: [...valuesOf(words, 'needs').flatMap((value) => value.split(',')), ...namedEngines(fence.lines)],
      untyped: words.includes('untyped'),
      writes: valuesOf(words, 'file')[0],
      shown: next?.language === 'text' && next.follows ? textBlock(next) : arrows(fence),
    };
    return [block];
  });
}

/** The text of doc comments at their lines, everything else empty. */
function docCommentLines(lines) {
  let inside = false;
  return lines.map((line) => {
    if (!inside) inside = /^\s*\/\*\*(?!.*\*\/)/.test(line);
    else if (/\*\/\s*$/.test(line)) inside = false;
    else return line.replace(DOC_PREFIX, '');
    return '';
  });
}

/** What stands before the text on a line of a doc comment. */
export const DOC_PREFIX = /^\s*\* ?/;

function fencesOf(lines) {
  const fences = [];
  let open;
  let proseSince = true;
  lines.forEach((line, index) => {
    const fence = /^(`{3,})([\w-]*)(.*)$/.exec(line);
    if (open === undefined && fence) {
      open = {
        mark: fence[1],
        language: fence[2],
        info: fence[3].trim(),
        line: index + 2,
        lines: [],
        follows: !proseSince,
      };
    } else if (open !== undefined && line.trimEnd() === open.mark) {
      fences.push(open);
      open = undefined;
      proseSince = false;
    } else if (open !== undefined) open.lines.push(line);
    else if (line.trim() !== '') proseSince = true;
  });
  return fences;
}

function textBlock(fence) {
  return { kind: 'text', line: fence.line, text: fence.lines };
}

/** What stands behind `// →` in code. */
export const ARROW = /(\/\/ →) ?(.*)$/;

function arrows(fence) {
  const found = fence.lines.flatMap((line, index) => {
    const match = ARROW.exec(line);
    return match ? [{ line: fence.line + index, text: match[2] }] : [];
  });
  if (found.length === 0) return undefined;
  return { kind: 'arrows', lines: found.map(({ line }) => line), text: found.map(({ text }) => text) };
}

function valuesOf(words, name) {
  return words.filter((word) => word.startsWith(`${name}=`)).map((word) => word.slice(name.length + 1));
}

function namedEngines(lines) {
  const named = lines.join('\n').matchAll(/(?:engine: '|--engine )(monty|cpython|docker)/g);
  return Array.from(named, (match) => match[1]);
}
