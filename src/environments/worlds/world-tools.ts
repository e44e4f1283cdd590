import type { JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';
import type { ArgumentData, ColumnData, TableData, ToolData, WorldData } from './world-data.js';

/** Values of a column that its schema lists. */
const MOST_VALUES = 8;

/** The tools of a world as agents are shown them. */
export function worldTools(data: WorldData): readonly ToolDefinition[] {
  return Object.entries(data.tools).map(([name, tool]) => ({
    name,
    description: tool.about,
    parameters: parametersOf(data, tool),
  }));
}

/** What the key of a row is called as an argument: `loan_id` for the table `loans`, whose first column is `id`. */
export function keyArgument(tableName: string): string {
  return `${singular(tableName)}_id`;
}

/** What one row of a table is called. */
export function singular(tableName: string): string {
  if (tableName.endsWith('ies')) return `${tableName.slice(0, -3)}y`;
  return tableName.replace(/(?<=sh|ch|ss|x)es$|s$/, '');
}

function parametersOf(data: WorldData, tool: ToolData): JsonObject {
  if ('find' in tool) {
    const table = data.tables[tool.find] as TableData;
    return parameters(
      tool.by.map((name) => [name, columnSchema(table.columns[name.replace('?', '')] as ColumnData)]),
    );
  }
  if ('get' in tool) return parameters([[keyArgument(tool.get), { type: 'string' }]]);
  if ('ask' in tool) {
    return parameters([
      [keyArgument(tool.ask), { type: 'string' }],
      ['about', { type: 'string', enum: Object.keys(tool.topics) }],
    ]);
  }
  return parameters(Object.entries(tool.takes).map(([name, taken]) => [name, argumentSchema(taken)]));
}

function parameters(members: readonly (readonly [string, JsonObject])[]): JsonObject {
  const plain = members.map(([name, schema]) => [name.replace('?', ''), schema] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(plain),
    required: members.filter(([name]) => !name.endsWith('?')).map(([name]) => name),
    additionalProperties: false,
  };
}

function argumentSchema(taken: ArgumentData): JsonObject {
  if ('int' in taken) return { type: 'integer', minimum: taken.int[0], maximum: taken.int[1] };
  if ('money' in taken) return { type: 'number', minimum: taken.money[0], maximum: taken.money[1] };
  if ('pick' in taken) return { type: 'string', enum: [...taken.pick] };
  if ('date' in taken)
    return { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD' };
  if ('flag' in taken) return { type: 'boolean' };
  return { type: 'string' };
}

function columnSchema(column: ColumnData): JsonObject {
  if ('int' in column) return { type: 'integer' };
  if ('money' in column) return { type: 'number' };
  if ('flag' in column) return { type: 'boolean' };
  if (!('pick' in column)) return { type: 'string' };
  const { pick, unique = false } = column;
  if (typeof pick[0] === 'number') return { type: 'number' };
  // Agents are told the values where there are few.
  return unique || pick.length > MOST_VALUES
    ? { type: 'string' }
    : { type: 'string', enum: [...new Set(pick)] };
}
