import type { Enumerator } from './enumerator.js';
import { type Expression, evaluateExpression } from './expression.js';
import type { SearchProblem } from './problem.js';
import { holdsOut, type Solution } from './solution.js';
import type { Search, SolveContext } from './solve-context.js';

/** A grid computed from the input whose cells need only new colours, the same everywhere. */
export function* searchCellTables(
  problem: SearchProblem,
  _context: SolveContext,
  enumerator: Enumerator,
): Search<Solution | null> {
  let fallback: Solution | null = null;
  for (const grid of enumerator.bank('grid')) {
    const table = tableFor(grid, problem);
    if (table === null) continue;
    const program = { kind: 'cells', grid, table } as const;
    const solution: Solution = {
      program,
      engine: 'lookup',
      literalCharacters: 0,
      support: problem.train.length,
      contradicted: 0,
      holds: holdsOut(program, problem),
    };
    if (solution.holds) return solution;
    fallback ??= solution;
    yield;
  }
  return fallback;
}

function tableFor(grid: Expression, problem: SearchProblem): (readonly [number, number])[] | null {
  const table = new Map<number, number>();
  for (const { input, output } of problem.train) {
    const rows = evaluateExpression(grid, input);
    if (!Array.isArray(rows) || !Array.isArray(output) || rows.length !== output.length) return null;
    for (const [y, row] of (rows as readonly (readonly number[])[]).entries()) {
      const wanted = output[y];
      if (!Array.isArray(wanted) || wanted.length !== row.length) return null;
      for (const [x, cell] of row.entries()) {
        const colour: unknown = wanted[x];
        if (typeof colour !== 'number') return null;
        const earlier = table.get(cell);
        if (earlier !== undefined && earlier !== colour) return null;
        table.set(cell, colour);
      }
    }
  }
  const changes = [...table].filter(([from, to]) => from !== to).sort(([left], [right]) => left - right);
  return changes.length === 0 ? null : changes;
}
