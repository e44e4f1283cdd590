import { canonicalJson, type Json } from '../../core/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { luckOfGroups } from '../evidence/evidence.js';
import { type Expression, evaluateExpression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';

/** Dearest key that is tried. */
const MOST_KEY_COST = 3;
/** Fewest examples of each key: one example of a key explains nothing. */
const FEWEST_PER_KEY = 2;
/** Most keys of a table. */
const MOST_KEYS = 24;

/** A table from a text computed from the input to the output, when each of its keys comes up at least twice. */
export function* searchLookups(
  problem: SearchProblem,
  _context: SolveContext,
  enumerator: Enumerator,
): Search<Solution | null> {
  const examples = [...problem.train, ...problem.holdout];
  const outputs = examples.map(({ output }) => output);
  let fallback: Solution | null = null;
  let tried = 0;
  for (const key of enumerator.bank('text')) {
    if (key.cost > MOST_KEY_COST) break;
    tried++;
    const table = tableFor(key, problem);
    if (table === null) continue;
    const program = { kind: 'lookup', key, table: table.rows } as const;
    const solution: Solution = {
      program,
      engine: 'lookup',
      literalCharacters: 0,
      support: table.support,
      contradicted: 0,
      holds: holdsOut(program, problem),
      luck: tried * luckOfGroups(outputs, (index) => String(evaluateExpression(key, examples[index]?.input))),
      missed: 0,
    };
    if (solution.holds) return solution;
    fallback ??= solution;
    yield;
  }
  return fallback;
}

function tableFor(
  key: Expression,
  problem: SearchProblem,
): { readonly rows: readonly (readonly [string, Json])[]; readonly support: number } | null {
  const rows = new Map<string, { output: Json; text: string; count: number }>();
  for (const { input, output } of problem.train) {
    const name = evaluateExpression(key, input);
    if (typeof name !== 'string') return null;
    const text = canonicalJson(output);
    const row = rows.get(name);
    if (row === undefined) rows.set(name, { output, text, count: 1 });
    else if (row.text !== text) return null;
    else row.count++;
    if (rows.size > MOST_KEYS) return null;
  }
  const support = Math.min(...[...rows.values()].map(({ count }) => count));
  if (rows.size < 2 || support < FEWEST_PER_KEY) return null;
  return { rows: [...rows].map(([name, { output }]) => [name, output] as const), support };
}
