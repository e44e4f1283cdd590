import { analysePython } from '../analyse.js';
import { ANY_NAME, namesBoundBy, namesMissingIn, onlyDefines } from './block-names.js';
import type { Candidate } from './candidate.js';
import { ParseBudget } from './parse-budget.js';
import { isRedefinedBy } from './rank.js';

/** Blocks with more UTF-16 code units in all are not joined: reading their names would take too long. */
const MAX_LENGTH = 16_384;

/** One program among the blocks of a reply: a block, or several that belong together. */
export interface Program {
  readonly candidate: Candidate;
  /** The blocks that it is made of, in the order of the text; empty for a program of one block. */
  readonly parts: readonly Candidate[];
}

/** A block among those that may be joined. */
interface Part {
  readonly candidate: Candidate;
  /** The names that it binds; read when a later block misses some. */
  bound: ReadonlySet<string> | undefined;
  /** Number of the program that it belongs to. */
  program: number;
}

/**
 * Joins the blocks of a reply that work together: like cells of a notebook, where a later definition replaces an earlier
 * one. A block that reads names which it does not bind belongs to the
 * latest blocks before it that bind them; blocks that stand alone stay alone. Not joined are blocks of the thinking, what
 * the words before it set aside (an example, output), and a small block that also reads names which nothing binds: that
 * one shows how to use the code, and is set aside. Blocks are joined only where the whole is a program that misses no
 * name that its parts bring.
 */
export function joinBlocks(
  candidates: readonly Candidate[],
  asked: readonly string[] = [],
): readonly Program[] {
  const parts = partsOf(candidates);
  const length = parts.reduce((sum, { candidate }) => sum + candidate.code.length, 0);
  if (length > MAX_LENGTH) return candidates.map((candidate) => ({ candidate, parts: [] }));
  const unmet = new Set<string>();
  for (const [index, part] of parts.entries()) if (index > 0) assign(part, parts, index, unmet);
  joinDefinitions(parts, asked);
  const grouped = new Map<number, Candidate[]>();
  for (const { candidate, program } of parts) {
    const group = grouped.get(program);
    if (group === undefined) grouped.set(program, [candidate]);
    else group.push(candidate);
  }
  const budget = new ParseBudget();
  const joined = [...grouped.values()].flatMap((group) =>
    group.length < 2 ? [] : (join(group, unmet, budget) ?? []),
  );
  const used = new Set(joined.flatMap((program) => program.parts));
  const alone = candidates.flatMap((candidate) => (used.has(candidate) ? [] : [{ candidate, parts: [] }]));
  return [...joined, ...alone].sort((left, right) => left.candidate.end - right.candidate.end);
}

function partsOf(candidates: readonly Candidate[]): readonly Part[] {
  const able = candidates.filter(
    ({ source, isThinking, parses }) => source === 'fence' && isThinking !== true && parses === true,
  );
  const hasTagged = able.some(({ saysPython }) => saysPython);
  return able
    .filter(({ saysPython, defines }) => !hasTagged || saysPython || (defines?.size ?? 0) > 0)
    .toSorted((left, right) => left.start - right.start)
    .map((candidate, program) => ({ candidate, bound: undefined, program }));
}

/** Puts a block into one program with the blocks before it whose names it needs. */
function assign(part: Part, parts: readonly Part[], index: number, unmet: Set<string>): void {
  const { candidate } = part;
  if (candidate.marker.weight < 0) return;
  const suppliers = new Set<Part>();
  const missing: string[] = [];
  for (const name of namesMissingIn(candidate.code)) {
    const supplier = supplierOf(name, parts, index);
    if (supplier === undefined) missing.push(name);
    else suppliers.add(supplier);
  }
  if (suppliers.size === 0) return;
  if (missing.length > 0) {
    let lines = 0;
    for (const supplier of suppliers) lines += supplier.candidate.codeLines;
    if (candidate.codeLines <= lines) {
      candidate.marker = { weight: -1, words: `${missing[0]}, which no block defines` };
      return;
    }
    for (const name of missing) unmet.add(name);
  }
  for (const supplier of suppliers) unite(supplier, part, parts);
}

/**
 * Joins blocks that bring definitions, unless a later one defines all of theirs anew: those that define names asked for, or
 * where none are known, those that only define.
 */
function joinDefinitions(parts: readonly Part[], asked: readonly string[]): void {
  const current = parts.filter(({ candidate }, index) => {
    const isReplaced = parts.some(
      (later, at) =>
        at > index && later.candidate.marker.weight >= 0 && isRedefinedBy(candidate, later.candidate),
    );
    return candidate.marker.weight >= 0 && !isReplaced && (candidate.defines?.size ?? 0) > 0;
  });
  const joined = current.filter(({ candidate }) =>
    asked.length > 0 ? (candidate.asked ?? 0) > 0 : onlyDefines(candidate.code),
  );
  const last = joined.at(-1);
  for (const part of joined) if (last !== undefined && part !== last) unite(part, last, parts);
}

function unite(from: Part, into: Part, parts: readonly Part[]): void {
  const { program } = from;
  for (const other of parts) if (other.program === program) other.program = into.program;
}

/** The latest block before `index` that binds a name; one that the words before it set aside only if no other does. */
function supplierOf(name: string, parts: readonly Part[], index: number): Part | undefined {
  let setAside: Part | undefined;
  for (let at = index - 1; at >= 0; at--) {
    const part = parts[at] as Part;
    part.bound ??= namesBoundBy(part.candidate.code);
    if (!part.bound.has(name) && !part.bound.has(ANY_NAME)) continue;
    if (part.candidate.marker.weight >= 0) return part;
    setAside ??= part;
  }
  return setAside;
}

function join(
  parts: readonly Candidate[],
  unmet: ReadonlySet<string>,
  budget: ParseBudget,
): Program | undefined {
  const [first, last] = [parts[0] as Candidate, parts.at(-1) as Candidate];
  const code = parts.map((part) => part.code).join('\n\n');
  if (
    budget.parses(code) !== true ||
    hasLateFuture(code) ||
    !namesMissingIn(code).every((name) => unmet.has(name))
  )
    return undefined;
  const candidate: Candidate = {
    ...first,
    code,
    end: last.end,
    truncated: last.truncated,
    codeLines: parts.reduce((lines, part) => lines + part.codeLines, 0),
    marker: parts.reduce((best, { marker }) => (marker.weight > best.weight ? marker : best), first.marker),
    parses: true,
  };
  return { candidate, parts };
}

/** Whether an import from `__future__` came to stand after other code. */
function hasLateFuture(code: string): boolean {
  return analysePython(code).plainSyntax.findings.some(({ rule }) => rule === 'syntax/future-import');
}
