import type { Candidate } from './candidate.js';

/** What decided between the best candidate and the next one. */
export type DecidedBy =
  | 'only'
  | 'joined'
  | 'defines'
  | 'parses'
  | 'tag'
  | 'marker'
  | 'version'
  | 'size'
  | 'complete'
  | 'position';

/** Candidates whose lengths differ by less than this share are of one size. */
const SAME_SIZE = 1.5;

/** What decides between two candidates, and for which (`-1`: the first). */
export function decide(
  left: Candidate,
  right: Candidate,
): { readonly order: -1 | 1; readonly by: DecidedBy } {
  const thinking = Number(left.isThinking === true) - Number(right.isThinking === true);
  if (thinking !== 0) return { order: sign(thinking), by: 'marker' };
  const defines =
    (right.asked ?? 0) - (left.asked ?? 0) || Number(supplies(right, left)) - Number(supplies(left, right));
  if (defines !== 0) return { order: sign(defines), by: 'defines' };
  const parses = parseRank(right) - parseRank(left);
  if (parses !== 0) return { order: sign(parses), by: 'parses' };
  const setAside = Math.min(right.marker.weight, 0) - Math.min(left.marker.weight, 0);
  if (setAside !== 0) return { order: sign(setAside), by: 'marker' };
  const version = Number(isRedefinedBy(left, right)) - Number(isRedefinedBy(right, left));
  if (version !== 0) return { order: sign(version), by: 'version' };
  const tag = Number(right.saysPython) - Number(left.saysPython);
  if (tag !== 0) return { order: sign(tag), by: 'tag' };
  const marker = right.marker.weight - left.marker.weight;
  if (marker !== 0) return { order: sign(marker), by: 'marker' };
  const larger = Math.max(left.codeLines, right.codeLines);
  const smaller = Math.max(1, Math.min(left.codeLines, right.codeLines));
  if (larger / smaller >= SAME_SIZE) return { order: sign(right.codeLines - left.codeLines), by: 'size' };
  const complete = Number(lacksNames(left)) - Number(lacksNames(right));
  if (complete !== 0) return { order: sign(complete), by: 'complete' };
  return { order: sign(right.end - left.end), by: 'position' };
}

/** Whether a block that does not parse defines what the other only uses: the fault is in the definition. */
function supplies({ parses, defines }: Candidate, { missing = [] }: Candidate): boolean {
  return parses === false && missing.some((name) => defines?.has(name) === true);
}

function lacksNames({ missing = [] }: Candidate): boolean {
  return missing.length > 0;
}

/** Whether a later block defines every function and class that a block defines. */
export function isRedefinedBy(earlier: Candidate, later: Candidate): boolean {
  const { defines } = earlier;
  if (defines === undefined || defines.size === 0 || later.end <= earlier.end) return false;
  return [...defines].every((name) => later.defines?.has(name) === true);
}

/**
 * The candidates, best first. Sizes that are close count as equal, which alone would give no order: the best is the
 * one that wins every duel in the order of the text, the others follow by the same key with exact sizes.
 */
export function rankCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  let best = candidates[0];
  if (best === undefined) return [];
  for (const candidate of candidates) {
    if (candidate !== best && decide(best, candidate).order > 0) best = candidate;
  }
  const winner = best;
  const rest = candidates.filter((candidate) => candidate !== winner);
  return [winner, ...rest.sort(compareExactly)];
}

function compareExactly(left: Candidate, right: Candidate): number {
  return (
    Number(left.isThinking === true) - Number(right.isThinking === true) ||
    (right.asked ?? 0) - (left.asked ?? 0) ||
    parseRank(right) - parseRank(left) ||
    Number(right.saysPython) - Number(left.saysPython) ||
    right.marker.weight - left.marker.weight ||
    right.codeLines - left.codeLines ||
    right.end - left.end
  );
}

function parseRank(candidate: Candidate): number {
  return candidate.parses === true ? 2 : candidate.parses === undefined ? 1 : 0;
}

function sign(difference: number): -1 | 1 {
  return difference > 0 ? 1 : -1;
}
