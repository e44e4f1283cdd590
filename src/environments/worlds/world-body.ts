import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { compileExpression, type Scope } from './expression.js';
import { fillTemplate } from './fill-template.js';
import type {
  AskToolData,
  EffectData,
  FindToolData,
  RuleData,
  Table,
  Tables,
  ToolData,
  WorldData,
  WriteToolData,
} from './world-data.js';
import { keyArgument, singular } from './world-tools.js';

/** Rows that one call gives at most. */
const MOST_ROWS = 50;

/** One copy of a world of data. Its rows are shared with others until it changes them. */
export class DataWorld implements WorldBody {
  readonly #data: WorldData;
  #tables: Tables;
  #state: WorldState;

  constructor(data: WorldData, tables: Tables, state: WorldState) {
    this.#data = data;
    this.#tables = tables;
    this.#state = state;
  }

  async run({ tool: name, arguments: given }: CheckedCall): Promise<Observation> {
    const tool = this.#data.tools[name] as ToolData;
    if ('find' in tool) return this.#find(tool, given);
    if ('get' in tool) return this.#get(tool.get, given);
    if ('ask' in tool) return this.#ask(tool, given);
    const { names, problem } = readArguments(tool.takes, given, this.#data, this.#tables);
    if (problem !== null) return failedObservation('not_found', problem);
    const broken = forbiddingRules(this.#data, name, { tables: this.#tables, names })[0];
    if (broken !== undefined) return failedObservation('rule', refusalOf(broken, this.#tables, names));
    return this.#write(tool.effects, names);
  }

  state(): WorldState {
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    return new DataWorld(this.#data, this.#tables, this.#state);
  }

  async close(): Promise<void> {}

  #find({ find, by }: FindToolData, given: JsonObject): Observation {
    const names = by.map((name) => name.replace('?', ''));
    const rows = [...tableOf(this.#tables, find).values()].filter((row) =>
      names.every((name) => given[name] === undefined || isAlike(row[name] ?? null, given[name] ?? null)),
    );
    const shown = rows.slice(0, MOST_ROWS).map((row) => this.#shown(find, row));
    return answerOf({ [find]: shown, total: rows.length });
  }

  #get(table: string, given: JsonObject): Observation {
    const key = String(given[keyArgument(table)]);
    const row = tableOf(this.#tables, table).get(key);
    return row === undefined ? notFound(table, key) : answerOf(this.#shown(table, row));
  }

  #ask({ ask, topics }: AskToolData, given: JsonObject): Observation {
    const key = String(given[keyArgument(ask)]);
    const row = tableOf(this.#tables, ask).get(key);
    if (row === undefined) return notFound(ask, key);
    const scope = { tables: this.#tables, names: { today: this.#data.today, [singular(ask)]: row } };
    return answerOf({ reply: fillTemplate(topics[String(given.about)] as string, scope) });
  }

  #write(effects: readonly EffectData[], names: Readonly<Record<string, Json>>): Observation {
    // All effects see the world as it was.
    const scope = { tables: this.#tables, names };
    const touched: JsonObject[] = [];
    const edits: (readonly [string, string, JsonObject | null])[] = [];
    for (const effect of effects) {
      if ('add' in effect) {
        const [key = 'id'] = columnsOf(this.#data, effect.add);
        const row = { [key]: nextKey(this.#tables, effect.add), ...valuesOf(effect.set, scope) };
        const blank = Object.fromEntries(columnsOf(this.#data, effect.add).map((column) => [column, null]));
        edits.push([effect.add, row[key] as string, { ...blank, ...row }]);
      } else {
        const row = compileExpression('change' in effect ? effect.change : effect.remove)(scope);
        if (!isJsonObject(row)) continue;
        const [table, key] = placeOf(this.#tables, row);
        edits.push([table, key, 'change' in effect ? { ...row, ...valuesOf(effect.set, scope) } : null]);
      }
    }
    const tables = new Map(this.#tables);
    for (const [table, key, row] of edits) {
      const rows = new Map(tableOf(tables, table));
      if (row === null) rows.delete(key);
      else {
        rows.set(key, row);
        touched.push(this.#shown(table, row));
      }
      tables.set(table, rows);
    }
    this.#tables = tables;
    this.#state = factsOf(tables);
    return answerOf({ done: true, ...(touched[0] === undefined ? {} : { row: touched[0] }) });
  }

  /** A row without what no tool shows. */
  #shown(table: string, row: JsonObject): JsonObject {
    const columns = this.#data.tables[table]?.columns ?? {};
    return Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.hidden !== true));
  }
}

/** Names and codes are found whatever their case. */
function isAlike(value: Json, wanted: Json): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return value === wanted;
  return value.toLowerCase() === wanted.trim().toLowerCase();
}

/** The arguments of a writing tool as names, and each `NAME_id` also as the row `NAME`. */
function readArguments(
  takes: WriteToolData['takes'],
  given: JsonObject,
  { today }: WorldData,
  tables: Tables,
): { readonly names: Readonly<Record<string, Json>>; readonly problem: string | null } {
  const names: Record<string, Json> = { today };
  for (const [taken, argument] of Object.entries(takes)) {
    const name = taken.replace('?', '');
    const value = given[name] ?? null;
    names[name] = value;
    if (!('ref' in argument)) continue;
    const row = value === null ? null : tableOf(tables, argument.ref).get(String(value));
    if (row === undefined) {
      return { names, problem: `There is no ${singular(argument.ref).replaceAll('_', ' ')} ${value}.` };
    }
    names[name.replace(/_id$/, '')] = row;
  }
  return { names, problem: null };
}

/** The rules that forbid a call in a world with these rows. */
export function rulesAgainst(
  data: WorldData,
  tables: Tables,
  [tool, given]: readonly [string, JsonObject],
): readonly RuleData[] {
  const definition = data.tools[tool];
  if (definition === undefined || !('takes' in definition)) return [];
  const { names } = readArguments(definition.takes, given, data, tables);
  return forbiddingRules(data, tool, { tables, names });
}

function forbiddingRules({ rules }: WorldData, tool: string, scope: Scope): readonly RuleData[] {
  return rules.filter(({ forbids }) => {
    const condition = forbids[tool];
    return condition !== undefined && compileExpression(condition)(scope) === true;
  });
}

function refusalOf({ code, says, hint }: RuleData, tables: Tables, names: Scope['names']): string {
  const more = hint === undefined ? '' : ` ${fillTemplate(hint, { tables, names })}`;
  return `Refused by rule ${code}: ${says}${more}`;
}

function columnsOf({ tables }: WorldData, table: string): readonly string[] {
  return Object.keys(tables[table]?.columns ?? {});
}

function valuesOf(set: Readonly<Record<string, string>>, scope: Scope): JsonObject {
  return Object.fromEntries(
    Object.entries(set).map(([name, source]) => [name, compileExpression(source)(scope)]),
  );
}

/** The key that the next new row of a table gets: one more than the largest. */
export function nextKey(tables: Tables, table: string): string {
  let last = '';
  for (const key of tableOf(tables, table).keys())
    if (key.length > last.length || (key.length === last.length && key > last)) last = key;
  const digits = /(?<!\d)\d+$/.exec(last)?.[0] ?? '';
  const prefix = last.slice(0, last.length - digits.length);
  return `${prefix}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}

/** The table and the key of a row. */
export function placeOf(tables: Tables, row: JsonObject): readonly [string, string] {
  const [key] = Object.values(row);
  for (const [name, table] of tables) if (table.has(String(key))) return [name, String(key)];
  throw new Error(`No table has the row ${JSON.stringify(row)}`);
}

function tableOf(tables: Tables, name: string): Table {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`There is no table ${name}`);
  return table;
}

/** The facts of a world: `TABLE/KEY` ↦ the row. */
export function factsOf(tables: Tables): WorldState {
  const facts = new Map<string, Json>();
  for (const [name, table] of tables) for (const [key, row] of table) facts.set(`${name}/${key}`, row);
  return facts;
}

function notFound(table: string, key: string): Observation {
  return failedObservation('not_found', `There is no ${singular(table).replaceAll('_', ' ')} ${key}.`);
}

function answerOf(data: JsonObject): Observation {
  return { status: 'ok', content: JSON.stringify(data), data, error: null };
}
