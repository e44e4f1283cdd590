import { isJsonObject, type Json } from '../../../core/index.js';
import type { Actor, Policy } from '../../../environments/index.js';
import type { Observation } from '../../../records/index.js';
import type { SqlQuestion, SqlSolution } from './sql-template.js';

/**
 * Does a task as its solution says, by what the tools answer. The higher the level, the more it looks at first: nothing, the
 * first table of a question, all of its tables. What it changed it looks at again.
 * @param isNumber - whether a number is asked for.
 */
export function playSqlSolution(
  solution: SqlSolution,
  { level, isNumber }: { readonly level: number; readonly isNumber: boolean },
): Policy['play'] {
  return async (_, actor) => {
    if (isQuestion(solution)) {
      for (const table of tablesOf(solution.sql).slice(0, LOOKS[level] ?? 0)) {
        await query(actor, `SELECT * FROM ${table} LIMIT 1`);
      }
      const rows = await query(actor, solution.sql);
      const [value = null] = rows[0] ?? [];
      // PostgreSQL's decimals are texts.
      const single = isNumber && typeof value === 'string' ? Number(value) : value;
      actor.answer(solution.kind === 'scalar' ? single : rows.map(([first]) => first ?? null));
      return;
    }
    const rows = await query(actor, solution.look);
    if (solution.kind === 'refusal') {
      const [code] = rows.find(([, rule]) => rule === solution.rule) ?? [];
      actor.think(`The rules forbid this: ${solution.rule}`);
      actor.answer(code ?? null);
      return;
    }
    for (const sql of solution.statements) await actor.call('sql_execute', { sql });
    await query(actor, solution.check ?? solution.look);
    actor.answer('done');
  };
}

/** How many tables the oracle of a question looks at first, by level. */
const LOOKS: Readonly<Record<number, number>> = { 2: 1, 3: 4 };

/** The tables of a question, as it names them. */
function tablesOf(sql: string): readonly string[] {
  return [...sql.matchAll(/\b(?:FROM|JOIN) ("(?:[^"]|"")+")/g)].map(([, table = '']) => table);
}

function isQuestion(solution: SqlSolution): solution is SqlQuestion {
  return solution.kind === 'scalar' || solution.kind === 'column';
}

async function query(actor: Actor, sql: string): Promise<readonly (readonly Json[])[]> {
  return rowsOf(await actor.call('sql_query', { sql }));
}

function rowsOf({ data }: Observation): readonly (readonly Json[])[] {
  return isJsonObject(data) && Array.isArray(data.rows) ? (data.rows as readonly (readonly Json[])[]) : [];
}
