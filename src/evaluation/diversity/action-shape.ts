import { isJsonObject, type Json } from '../../core/index.js';
import { type Trajectory, toolCalls } from '../../records/index.js';
import { callInput } from '../../records/internal.js';

/**
 * How an agent acted, without the values: the tools that it called in their order, each with the names and kinds of its
 * arguments. `find_user(name:text) refund(amount:number,order_id:integer)`
 */
export function actionShape(trajectory: Pick<Trajectory, 'steps'>): string {
  return toolCalls(trajectory)
    .map((step) => {
      const input = callInput(step);
      return `${step.tool}(${typeof input === 'string' ? 'no JSON' : membersOf(input)})`;
    })
    .join(' ');
}

function membersOf(value: Readonly<Record<string, Json | undefined>>): string {
  return Object.keys(value)
    .sort()
    .map((name) => `${name}:${kindOf(value[name] ?? null)}`)
    .join(',');
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(kindOf))].sort().join('|')}]`;
  if (isJsonObject(value)) return `{${membersOf(value)}}`;
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return value === null ? 'null' : typeof value === 'string' ? 'text' : 'flag';
}
