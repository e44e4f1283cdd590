import type { RandomStream } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { aggregateTemplates } from './aggregate.js';
import { joinTemplates, multiHopTemplates } from './joining.js';
import { lookupTemplates } from './lookup.js';
import { checkSqlWorldOptions, openSqlRecords, type SqlWorldOptions } from './open-sql-records.js';
import { policyTemplates } from './policy-tasks.js';
import { rulesEnvironment } from './rules-environment.js';
import { playSqlSolution } from './sql-oracle.js';
import type { SqlRecords } from './sql-records.js';
import type { SqlDraft, SqlTemplate } from './sql-template.js';
import { manyRowsTemplates, updateTemplates } from './updating.js';

/** Draws after which a group is given up for this time. */
const DRAWS_PER_GROUP = 30;

/** Groups of templates by level, each group as likely as the next. */
const LEVELS: ReadonlyMap<number, readonly (readonly SqlTemplate[])[]> = new Map([
  [1, [lookupTemplates]],
  [2, [aggregateTemplates, joinTemplates, updateTemplates]],
  [3, [multiHopTemplates, manyRowsTemplates, policyTemplates]],
]);

/**
 * Tasks about any SQL world, from its tables and the rows it starts with. Level 1: lookups and counts. Level 2:
 * aggregates, the first by a number, joins, a change of one row. Level 3: joins over several tables, changes of many
 * rows, and changes that rules in the world may forbid. Expected answers and states are worked out from the rows, never by
 * SQL. Rows are called by a name, title or email, days and flags are known by their values. Left out is what could be understood in
 * two ways (ties, empty results, columns with NULL) and what nobody asks for: link tables, passwords, times of changes.
 *
 * @example
 * ```ts
 * import { createSqlTaskGenerator, proveTask, sampleShop } from 'mettle/generation';
 *
 * const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) });
 * const generated = await generator.generate({ seed: 1, index: 0, level: 1 });
 * console.log(generated.task.prompt); // → …
 * console.log((await proveTask(generated)).proved); // → true
 * ```
 * @throws {MettleError} as `createSqlEnvironment` does, or `createPostgresEnvironment` with the engine `postgres`.
 */
export async function createSqlTaskGenerator(options: SqlWorldOptions): Promise<TaskGenerator> {
  const { name = 'sql' } = checkSqlWorldOptions(options);
  const { environment, tables } = await openSqlRecords(options);
  const ruled = await rulesEnvironment(options, tables);
  return defineTaskGenerator({
    name,
    levels: [...LEVELS.keys()],
    draw: ({ stream, level }) => {
      const drawn = drawFrom(LEVELS.get(level) ?? [], tables, stream);
      return drawn === null ? null : draftOf(drawn, { plain: environment, ruled, level });
    },
  });
}

/** A draft of one group; a group that is hard to draw from is given time, so that each comes about as often. */
function drawFrom(
  groups: readonly (readonly SqlTemplate[])[],
  tables: readonly SqlRecords[],
  stream: RandomStream,
): SqlDraft | null {
  if (tables.length === 0) return null;
  const group = stream.pick(groups);
  for (let draws = 0; draws < DRAWS_PER_GROUP; draws++) {
    const draft = stream.pick(group)({ tables, stream });
    if (draft !== null) return draft;
  }
  return null;
}

function draftOf(
  draft: SqlDraft,
  {
    plain,
    ruled,
    level,
  }: { readonly plain: Environment; readonly ruled: Environment; readonly level: number },
): TaskDraft {
  const {
    category,
    prompt,
    key,
    answer,
    goals = [],
    touched = [],
    process = [],
    solution,
    worldSeed,
  } = draft;
  return {
    category,
    prompt,
    key,
    expected: {
      answer,
      stateDigest: null,
      goals,
      invariants: [{ kind: 'unchanged', except: touched }],
      process,
    },
    oracle: playSqlSolution(solution, { level, isNumber: answer?.comparison === 'number' }),
    environment: async () => (worldSeed === undefined ? plain : ruled),
    ...(worldSeed === undefined ? {} : { worldSeed }),
  };
}
