import type { CodeBlock, Finding } from '../../python/index.js';
import { SourceLines } from '../../python/internal.js';
import type { Artefact } from '../../requirements/index.js';

/** Where a line of code stands in the reply around it. */
interface LinePlace {
  readonly line: number;
  /** Characters before the code on that line: quote marks, prompts, indentation. */
  readonly shift: number;
}

const placesOf = new WeakMap<Artefact, readonly LinePlace[]>();

/**
 * The finding with its place in the file, where the file is a reply around the code: findings about code count lines
 * from the code's first. Blocks that were joined keep their places, and lines between them that the code lacks are
 * stepped over. Fixes are dropped there, since their edits are those of the code.
 */
export function locateInFile(finding: Finding, artefact: Artefact): Finding {
  const block = artefact.extraction?.block;
  if (block === undefined || block.line === 0 || finding.rule.startsWith('extraction/')) return finding;
  let places = placesOf.get(artefact);
  if (places === undefined) {
    places = placesIn(artefact.text, artefact.extraction?.joined ?? [], block);
    placesOf.set(artefact, places);
  }
  const last = places.at(-1) ?? { line: block.line, shift: 0 };
  const start = places[finding.line - 1] ?? last;
  const end = places[finding.endLine - 1] ?? last;
  const { fix: _fix, ...rest } = finding;
  return {
    ...rest,
    line: start.line,
    column: finding.column + start.shift,
    endLine: end.line,
    endColumn: finding.endColumn + end.shift,
  };
}

/** The place of every line of the code: joined blocks stand below each other with one empty line between. */
function placesIn(source: string, joined: readonly CodeBlock[], whole: CodeBlock): readonly LinePlace[] {
  const text = new SourceLines(source);
  const places: LinePlace[] = [];
  for (const [index, block] of (joined.length === 0 ? [whole] : joined).entries()) {
    if (index > 0) places.push({ line: places.at(-1)?.line ?? block.line, shift: 0 });
    places.push(...placesOfBlock(text, block));
  }
  return places;
}

/**
 * The lines of a block's code are lines of the text with something taken off their start or end, in their order; some
 * (empty ones at the edges, the output of a session) are left out. Each is the next that holds it.
 */
function placesOfBlock(text: SourceLines, block: CodeBlock): readonly LinePlace[] {
  const code = new SourceLines(block.code);
  const end = text.position(block.end).line;
  const hasPrompts = !block.code.includes('>>>') && text.text.slice(block.start, block.end).includes('>>>');
  const places: LinePlace[] = [];
  let line = block.line;
  for (let number = 1; number <= code.count; number++) {
    const content = code.line(number).trimEnd();
    let at = line;
    while (at <= end && !holds(text.line(at), content, hasPrompts)) at++;
    if (at > end) at = Math.min(line, end);
    places.push({ line: at, shift: Math.max(0, text.line(at).indexOf(content)) });
    line = at + 1;
  }
  return places;
}

function holds(line: string, content: string, hasPrompts: boolean): boolean {
  if (content === '') return /^[\s>.]*$/.test(line);
  const at = line.indexOf(content);
  if (at < 0) return false;
  return (
    at === 0 ||
    /^[\s>*+.\d)-]*$/.test(line.slice(0, at)) ||
    (hasPrompts && /^\s*(?:>>>|\.\.\.)/.test(line)) ||
    /`\s*$|\s$/.test(line.slice(0, at))
  );
}
