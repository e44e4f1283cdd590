import { isJsonObject, type Json } from '../../../core/index.js';
import type { Actor, Policy } from '../../../environments/index.js';
import type { Observation } from '../../../records/index.js';
import type { SqlQuestion, SqlSolution } from './sql-template.js';

/** Does a task as its solution says, by what the tools answer. */
export function playSqlSolution(solution: SqlSolution): Policy['play'] {
  return async (_, actor) => {
    if (isQuestion(solution)) {
      const rows = await query(actor, solution.sql);
      actor.answer(
        solution.kind === 'scalar' ? (rows[0]?.[0] ?? null) : rows.map(([first]) => first ?? null),
      );
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
    actor.answer('done');
  };
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
