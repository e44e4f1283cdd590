import { isOneString } from './block-names.js';
import { type Candidate, countCodeLines } from './candidate.js';
import {
  dedent,
  hasPrompts,
  looksLikePython,
  withLineFeeds,
  withoutBlankEdges,
  withoutPrompts,
} from './content.js';
import type { ParseBudget } from './parse-budget.js';

const NO_MARKER = { weight: 0, words: '' } as const;
const MAX_RUNS = 12;
const STATEMENT_START =
  /^(?:[ \t]+\S|(?:import|from|def|class|async|if|elif|else|for|while|with|try|except|finally|return|raise|assert|del|global|nonlocal|pass|break|continue|match|case|print)\b|@\w|#|[\])}"']|[A-Za-z_][\w.]{0,100}(?:\[[^\]]{0,100}\])?[ \t]*(?:[-+*/%|&^]?=|\(|:[ \t]*\w[^=]{0,80}=)|[A-Za-z_]\w{0,100}(?:[ \t]*,[ \t]*[A-Za-z_]\w{0,100}){1,8}[ \t]*=)/;

/**
 * Code that stands in a text without a fence: the whole text, or the longest runs of lines that look like statements
 * and together parse. Text that only happens to parse (a word, a list of words) is no code.
 */
export function bareCandidates(text: string, budget: ParseBudget): readonly Candidate[] {
  const whole = candidateOf(text, 0, text.length, budget);
  if (whole !== undefined) return [whole];
  const runs = statementRuns(text)
    .sort((left, right) => right.end - right.start - (left.end - left.start) || left.start - right.start)
    .slice(0, MAX_RUNS);
  return runs.flatMap(({ start, end }) => candidateOf(text, start, end, budget) ?? []);
}

function candidateOf(text: string, start: number, end: number, budget: ParseBudget): Candidate | undefined {
  if (!budget.affords(end - start)) return undefined;
  const raw = dedent(withoutBlankEdges(withLineFeeds(text.slice(start, end))));
  const code = hasPrompts(raw) && /^[ \t]*>>>/.test(raw) ? withoutPrompts(raw, true) : raw;
  if (code === '' || !looksLikePython(code) || budget.parses(code) !== true || isOneString(code)) {
    return undefined;
  }
  return {
    code,
    source: 'bare',
    tag: '',
    saysPython: false,
    start,
    end,
    truncated: false,
    proseFrom: 0,
    proseEnd: start,
    codeLines: countCodeLines(code),
    marker: NO_MARKER,
    parses: true,
  };
}

interface Run {
  readonly start: number;
  readonly end: number;
}

/** Runs of lines that each look like a statement, a continuation or nothing at all. */
function statementRuns(text: string): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let end = -1;
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === 10) {
      at++;
      continue;
    }
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    const line = text.slice(at, Math.min(next, at + 400));
    if (line.trim() !== '') {
      if (line.startsWith('>>>') || line.startsWith('... ') || STATEMENT_START.test(line)) {
        if (start < 0) start = at;
        end = next;
      } else if (start >= 0) {
        runs.push({ start, end });
        start = -1;
      }
    }
    at = next;
  }
  if (start >= 0) runs.push({ start, end });
  return runs;
}
