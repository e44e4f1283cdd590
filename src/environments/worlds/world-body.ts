import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { failedObservation, type Observation } from '../../records/index.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { compileExpression, rowsBehind, type Scope } from './expression.js';
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
    const shown = rows.slice(0, MOST_ROWS).map((row) => shownRow(this.#data, find, row));
    return answerOf({ [find]: shown, total: rows.length });
  }

  #get(table: string, given: JsonObject): Observation {
    const key = String(given[keyArgument(table)]);
    const row = tableOf(this.#tables, table).get(key);
    return row === undefined ? notFound(table, key) : answerOf(shownRow(this.#data, table, row));
  }

  #ask({ ask, topics }: AskToolData, given: JsonObject): Observation {
    const key = String(given[keyArgument(ask)]);
    const row = tableOf(this.#tables, ask).get(key);
    if (row === undefined) return notFound(ask, key);
    const scope = { tables: this.#tables, names: { today: this.#data.today, [singular(ask)]: row } };
    return answerOf({ reply: fillTemplate(topics[String(given.about)] as string, scope) });
  }

  #write(effects: readonly EffectData[], names: Readonly<Record<string, Json>>): Observation {
    const before = { tables: this.#tables, names };
    const tables = new Map(this.#tables);
    const touched = new Map<string, JsonObject>();
    for (const effect of effects) {
      if ('add' in effect) {
        const columns = columnsOf(this.#data, effect.add);
        const [column = 'id'] = columns;
        const key = nextKey(tables, effect.add);
        const blank = Object.fromEntries(columns.map((name) => [name, null]));
        const row = { ...blank, [column]: key, ...valuesOf(effect.set, before) };
        tables.set(effect.add, new Map(tableOf(tables, effect.add)).set(key, row));
        touched.set(`${effect.add}/${key}`, shownRow(this.#data, effect.add, row));
        continue;
      }
      const old = compileExpression('change' in effect ? effect.change : effect.remove)(before);
      if (!isJsonObject(old)) continue;
      const [table, key] = placeOf(this.#tables, old);
      const rows = new Map(tableOf(tables, table));
      const now = rows.get(key);
      if (now === undefined) continue;
      if ('change' in effect) {
        const row = { ...now, ...valuesOf(effect.set, withRow(before, table, old, now)) };
        rows.set(key, row);
        touched.set(`${table}/${key}`, shownRow(this.#data, table, row));
      } else {
        rows.delete(key);
        touched.delete(`${table}/${key}`);
      }
      tables.set(table, rows);
    }
    this.#tables = tables;
    this.#state = factsOf(tables);
    const [row] = touched.values();
    return answerOf({ done: true, ...(row === undefined ? {} : { row }) });
  }
}

/** A scope in which a row is as the effects before left it. */
function withRow({ tables, names }: Scope, table: string, old: JsonObject, now: JsonObject): Scope {
  if (now === old) return { tables, names };
  const [key] = Object.values(old);
  return {
    tables: new Map(tables).set(table, new Map(tableOf(tables, table)).set(String(key), now)),
    names: Object.fromEntries(
      Object.entries(names).map(([name, value]) => [name, value === old ? now : value]),
    ),
  };
}

/** A row as tools show it: without what only a person knows. */
export function shownRow({ tables }: WorldData, table: string, row: JsonObject): JsonObject {
  const columns = tables[table]?.columns ?? {};
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns[name]?.hidden !== true));
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
    if ('date' in argument && value !== null && !isDay(String(value))) {
      return { names, problem: `There is no day ${value}.` };
    }
    if (!('ref' in argument)) continue;
    const row = value === null ? null : tableOf(tables, argument.ref).get(String(value));
    if (row === undefined) {
      return { names, problem: `There is no ${singular(argument.ref).replaceAll('_', ' ')} ${value}.` };
    }
    names[name.replace(/_id$/, '')] = row;
  }
  return { names, problem: null };
}

/** Whether a date stands in the calendar: 2031-02-30 does not. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A rule that forbids a call, and the rows that show it. */
interface BrokenRule {
  readonly rule: RuleData;
  readonly because: readonly JsonObject[];
}

/** The rules that forbid a call in a world with these rows. */
export function rulesAgainst(
  data: WorldData,
  tables: Tables,
  [tool, given]: readonly [string, JsonObject],
): readonly BrokenRule[] {
  const definition = data.tools[tool];
  if (definition === undefined || !('takes' in definition)) return [];
  const { names } = readArguments(definition.takes, given, data, tables);
  const scope = { tables, names };
  return forbiddingRules(data, tool, scope).map((rule) => ({
    rule,
    because: [...rowsBehind(compileExpression(rule.forbids[tool] as string), scope)],
  }));
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
