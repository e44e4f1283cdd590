import { counted } from '../../core/internal.js';
import type { Finding } from '../finding.js';
import type { SourceLines } from '../source-lines.js';
import type { Candidate, CodeBlock } from './candidate.js';
import type { PythonExtraction } from './extraction.js';
import type { DecidedBy } from './rank.js';

const REASONS: Readonly<Record<DecidedBy, string>> = {
  only: 'it is the only one',
  joined: 'its parts use the names of one another',
  defines: 'it defines the names that are needed',
  parses: 'it parses and the others do not',
  tag: 'its fence says Python',
  marker: 'the words around the blocks say so',
  version: 'it comes last of those that define the same functions',
  size: 'it is the longest',
  complete: 'it defines every name that it uses',
  position: 'it comes last among blocks of one size',
};

/** Why the best block was chosen, for a person. */
export function reasonOf(decidedBy: DecidedBy, count: number, joined: readonly CodeBlock[]): string {
  if (joined.length > 0) {
    const lines = joined.map(({ line }) => line).join(', ');
    const chosen = decidedBy === 'joined' ? '' : ` They were chosen because ${REASONS[decidedBy]}.`;
    return `${joined.length} of ${count} blocks (lines ${lines}) use the names of one another and were joined to one program.${chosen}`;
  }
  return count === 1
    ? 'The reply holds one block of Python code.'
    : `Of ${count} blocks this one was chosen because ${REASONS[decidedBy]}.`;
}

/** A candidate as its reader sees it. */
export function toBlock(candidate: Candidate, lines: SourceLines, examined: boolean): CodeBlock {
  const inText = candidate.source !== 'tool_call';
  return {
    code: candidate.code,
    source: candidate.source,
    tag: candidate.tag,
    saysPython: candidate.saysPython,
    start: candidate.start,
    end: candidate.end,
    line: inText ? lines.position(candidate.start).line : 0,
    truncated: candidate.truncated,
    parses: candidate.parses,
    marker: candidate.marker.weight,
    codeLines: candidate.codeLines,
    why: whyOf(candidate, examined),
  };
}

/** Joined blocks as one, with what speaks for it. */
export function joinedBlock(whole: CodeBlock, parts: readonly CodeBlock[]): CodeBlock {
  const places = parts.map(({ line }) => line).join(', ');
  return { ...whole, why: [`joins the blocks on lines ${places}`, ...whole.why] };
}

function whyOf(candidate: Candidate, examined: boolean): readonly string[] {
  const why: string[] = [];
  if (!examined) why.push('not examined: the reply holds too many blocks');
  else if (candidate.parses === true) why.push('parses');
  else if (candidate.parses === false) why.push('does not parse');
  else why.push('not parsed: the blocks of this reply are too long to compare');
  if (candidate.source === 'tool_call') why.push(`argument of the tool ${candidate.tag}`);
  else if (candidate.source === 'bare') why.push('stands in the text without a fence');
  else if (candidate.saysPython) why.push(`its fence says ${candidate.tag}`);
  else why.push('its fence names no language');
  if (candidate.marker.weight > 0) why.push(`announced by "${candidate.marker.words}"`);
  if (candidate.marker.weight < 0) why.push(`set aside by "${candidate.marker.words}"`);
  if (candidate.truncated) why.push('its fence is never closed');
  why.push(`${counted(candidate.codeLines, 'line')} of code`);
  return why;
}

/** What is wrong with the reply as a carrier of code; `rivals` are the blocks that the best was chosen over. */
export function findingsOf(
  best: CodeBlock,
  blocks: readonly CodeBlock[],
  rivals: readonly CodeBlock[],
  guessedBy: DecidedBy | undefined,
  count: number,
  lines: SourceLines,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (best.truncated) {
    findings.push({
      rule: 'extraction/truncated',
      severity: best.parses === false ? 'error' : 'warning',
      ...lines.range(Math.min(best.start, lines.text.length), lines.text.length),
      message: 'the code block is never closed: the reply was probably cut off',
      hint: 'Answer with the whole program and close the block with ```.',
    });
  }
  if (count > blocks.length) {
    findings.push({
      rule: 'extraction/too-many-blocks',
      severity: 'warning',
      ...lines.range(best.start, best.end),
      message: `the reply holds at least ${count} blocks; only ${blocks.length} were looked at`,
      hint: 'Answer with one Python code block that holds the whole program.',
    });
  }
  if (guessedBy !== undefined) {
    const others = rivals.filter(({ code }) => code !== best.code).length;
    findings.push({
      rule: 'extraction/ambiguous',
      severity: 'warning',
      ...lines.range(best.start, best.end),
      message: `the reply holds ${others + 1} blocks of Python code; this one was chosen because ${REASONS[guessedBy]}`,
      hint: 'Answer with one Python code block that holds the whole program.',
    });
  }
  return findings;
}

const EMPTY_BLOCKS = {
  closed: 'The Python code block of the reply is empty',
  string: 'The Python code block of the reply is one string, and no program',
  'cut off': 'The reply ends where its Python code block begins: it was probably cut off',
} as const;

/** What became of a block of Python without code. */
export type Emptiness = keyof typeof EMPTY_BLOCKS;

/** The answer for a reply that holds no Python code. */
export function nothingFound(
  text: string,
  languages: readonly string[],
  emptiness: Emptiness | null,
): PythonExtraction {
  const empty = text.trim() === '';
  const message = empty
    ? 'No output: the reply is empty.'
    : emptiness === null
      ? 'No Python code blocks found'
      : EMPTY_BLOCKS[emptiness];
  const seen =
    languages.length === 0 || emptiness !== null
      ? ''
      : ` The reply only holds blocks of ${languages.join(', ')}.`;
  return {
    ok: false,
    code: '',
    block: undefined,
    joined: [],
    blocks: [],
    decidedBy: undefined,
    ambiguous: false,
    reason: `${message}${seen === '' ? '' : `.${seen}`}`,
    findings: [
      {
        rule: empty ? 'extraction/empty' : 'extraction/no-code',
        severity: 'error',
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 1,
        message,
        hint: `Answer with one fenced block that starts with \`\`\`python and holds the whole program.${seen}`,
      },
    ],
  };
}
