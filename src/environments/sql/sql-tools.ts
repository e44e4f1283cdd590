import { counted } from '../../core/internal.js';
import type { Observation, ToolDefinition } from '../../records/index.js';
import { failedObservation } from '../../records/index.js';
import type { SqlOutcome } from './sql-outcome.js';

const parameters = {
  type: 'object',
  properties: { sql: { type: 'string', description: 'one SQL statement', minLength: 1 } },
  required: ['sql'],
  additionalProperties: false,
} as const;

/** The tool that reads an SQL world. Its description holds the schema. */
export function sqlQueryTool(schema: string, engine: 'SQLite' | 'PostgreSQL'): ToolDefinition {
  return {
    name: 'sql_query',
    description: `Runs one SELECT on a ${engine} database and answers with its rows. The schema:\n${schema}`,
    parameters,
  };
}

/** The tool that changes rows of an SQL world. */
export const sqlExecuteTool: ToolDefinition = {
  name: 'sql_execute',
  description:
    'Runs one INSERT, UPDATE or DELETE on the database that sql_query reads, and answers with the number of ' +
    'rows it changed.',
  parameters,
};

/** The observation of a statement: columns and rows as JSON, exact; or the number of rows changed; or the error. */
export function sqlObservation(outcome: SqlOutcome): Observation {
  if (!outcome.ok) return failedObservation(outcome.type, outcome.message);
  const { columns, rows, truncated, changedRows } = outcome;
  if (columns.length === 0) {
    return {
      status: 'ok',
      content: `${counted(changedRows, 'row')} changed`,
      data: { changed_rows: changedRows },
      error: null,
    };
  }
  const lines = [columns, ...rows].map((row) => JSON.stringify(row));
  const count = `(${rows.length}${truncated ? ' shown, more cut off' : ''} ${rows.length === 1 ? 'row' : 'rows'})`;
  return {
    status: 'ok',
    content: [...lines, count].join('\n'),
    data: { columns, rows, truncated, changed_rows: changedRows },
    error: null,
  };
}
