import type { Json } from '../../core/index.js';
import { canonicalJson } from '../../core/index.js';
import type { InputOutput } from '../../training/index.js';
import type { Enumerator } from '../enumeration/enumerator.js';
import { SizeMeter } from '../enumeration/evaluation-size.js';
import { type Expression, evaluateExpression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';
import { combineSolutions, holdsOut, type Solution } from '../solution.js';
import type { Search, SolveContext } from '../solve-context.js';

/** Dearest list that is looped over. */
const MOST_LIST_COST = 5;
/** Most lists that are tried. */
const MOST_LISTS = 6;
/** Most distinct items that a loop's body is searched on. */
const MOST_ITEMS = 40;

/**
 * A loop whose body is searched on the items: for list outputs as long as a list computed from the input, and for
 * text outputs that split into as many parts.
 */
export function* searchLoops(
  problem: SearchProblem,
  context: SolveContext,
  enumerator: Enumerator,
  limit: number,
): Search<Solution | null> {
  if (problem.depth >= 2) return null;
  const lists = [...enumerator.bank('texts'), ...enumerator.bank('numbers')].filter(
    (list) => list.cost <= MOST_LIST_COST,
  );
  const sizes = new SizeMeter(
    problem.train.map(({ input }) => input),
    context.meter,
  );
  let fallback: Solution | null = null;
  for (const joiner of joinersFor(problem)) {
    const tried = new Set<string>();
    for (const list of lists) {
      if (tried.size >= MOST_LISTS || context.meter.evaluations >= limit) break;
      sizes.spendAll();
      const items = itemProblem(problem, list, joiner);
      const key = items === null ? '' : canonicalJson(items.train);
      if (items === null || tried.has(key)) continue;
      tried.add(key);
      const share = Math.floor((limit - context.meter.evaluations) / 4);
      const body = yield* context.solvePart(items, share);
      if (body === null || body.engine === 'constant') continue;
      const program = { kind: 'map', list, variable: items.variable, body: body.program, joiner } as const;
      const solution: Solution = {
        ...combineSolutions(program, [body]),
        engine: body.engine === 'enumeration' ? 'loop' : body.engine,
        support: problem.train.length,
        holds: holdsOut(program, problem),
      };
      if (solution.holds) return solution;
      fallback ??= solution;
    }
  }
  return fallback;
}

/** Ways to see the outputs as lists: as they are (null), or as text between joiners. */
function joinersFor(problem: SearchProblem): (string | null)[] {
  const outputs = problem.train.map(({ output }) => output);
  if (outputs.every((output) => Array.isArray(output))) return [null];
  if (!outputs.every((output) => typeof output === 'string')) return [];
  return [', ', ' ', '-', '_', ',', '; ', '/', '.', ''].filter((joiner) =>
    outputs.some((output) => output.split(joiner).length > 1),
  );
}

function itemProblem(problem: SearchProblem, list: Expression, joiner: string | null): SearchProblem | null {
  const train = itemPairs(problem.train, list, joiner);
  if (train === null || train.length < 2 || train.length > MOST_ITEMS) return null;
  return {
    variable: problem.depth === 0 ? 'item' : 'inner_item',
    train,
    holdout: [],
    unlabelled: [],
    depth: problem.depth + 1,
  };
}

/** Pairs of item and output part, each once, or null where they do not correspond. */
function itemPairs(
  examples: readonly InputOutput[],
  list: Expression,
  joiner: string | null,
): InputOutput[] | null {
  const pairs = new Map<string, { pair: InputOutput; output: string }>();
  for (const { input, output } of examples) {
    const items = evaluateExpression(list, input);
    const parts = typeof output === 'string' && joiner !== null ? output.split(joiner) : output;
    if (!Array.isArray(items) || !Array.isArray(parts) || items.length !== parts.length) return null;
    for (const [index, item] of (items as readonly Json[]).entries()) {
      const part = parts[index] as Json;
      const key = canonicalJson(item);
      const text = canonicalJson(part);
      const earlier = pairs.get(key);
      if (earlier === undefined) pairs.set(key, { pair: { input: item, output: part }, output: text });
      else if (earlier.output !== text) return null;
    }
  }
  return [...pairs.values()].map(({ pair }) => pair);
}
