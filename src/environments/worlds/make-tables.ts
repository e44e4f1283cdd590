import { type Json, type JsonObject, RandomStream } from '../../core/index.js';
import { compileExpression } from './expression.js';
import { FIRST_NAMES, LAST_NAMES } from './names.js';
import type { ColumnData, TableData, Tables, WorldData } from './world-data.js';

/** The rows that a world of this seed begins with. */
export function makeTables(data: WorldData, seed: number): Tables {
  const stream = new RandomStream(seed, `worlds/${data.name}`);
  const tables = new Map<string, Map<string, JsonObject>>();
  for (const [name, table] of Object.entries(data.tables)) {
    tables.set(name, makeTable(data, table, tables, stream));
  }
  return tables;
}

function makeTable(
  { today }: WorldData,
  { rows, columns }: TableData,
  tables: Tables,
  stream: RandomStream,
): Map<string, JsonObject> {
  const table = new Map<string, JsonObject>();
  const taken = new Map<string, Set<Json>>();
  const [key = 'id'] = Object.keys(columns);
  const isNew = (name: string, value: Json): boolean => {
    const values = taken.get(name) ?? new Set();
    taken.set(name, values);
    return !values.has(value) && values.add(value) !== undefined;
  };
  for (let count = 0; count < rows; count++) {
    const row: Record<string, Json> = {};
    for (const [name, column] of Object.entries(columns)) {
      const draw = (): Json => drawValue(column, { stream, tables, row, today });
      let value = column.none !== undefined && stream.chance(column.none) ? null : draw();
      const isUnique = 'key' in column || 'person' in column || 'unique' in column;
      while (isUnique && value !== null && !isNew(name, value)) value = draw();
      row[name] = value;
    }
    table.set(String(row[key]), row);
  }
  return table;
}

interface Drawing {
  readonly stream: RandomStream;
  readonly tables: Tables;
  readonly row: Readonly<Record<string, Json>>;
  readonly today: string;
}

function drawValue(column: ColumnData, { stream, tables, row, today }: Drawing): Json {
  if ('key' in column) {
    return column.key.replace(/[#@]/g, (sign) =>
      sign === '#' ? String(stream.integer(0, 9)) : stream.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ']),
    );
  }
  if ('person' in column) return `${stream.pick(FIRST_NAMES)} ${stream.pick(LAST_NAMES)}`;
  if ('email' in column) {
    const name = String(row[column.email]).toLowerCase().replace(' ', '.');
    return `${name}@${stream.pick(['example.com', 'example.org', 'example.net'])}`;
  }
  if ('pick' in column) return stream.pick(column.pick);
  if ('ref' in column) {
    const keys = [...(tables.get(column.ref)?.keys() ?? [])];
    return stream.pick(column.not === undefined ? keys : keys.filter((key) => key !== row[column.not ?? '']));
  }
  if ('int' in column) {
    const { step = 1 } = column;
    return step * stream.integer(Math.ceil(column.int[0] / step), Math.floor(column.int[1] / step));
  }
  if ('money' in column) return stream.integer(column.money[0] * 100, column.money[1] * 100) / 100;
  if ('flag' in column) return stream.chance(column.flag);
  const names = { ...row, today };
  if ('date' in column) {
    const days = stream.integer(column.date[0], column.date[1]);
    return compileExpression('plus(today, days)')({ tables, names: { today, days } });
  }
  return compileExpression(column.is)({ tables, names, row });
}
