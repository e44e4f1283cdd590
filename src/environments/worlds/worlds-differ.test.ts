import { expect, it } from 'vitest';
import { contentHash, type Json, type JsonObject } from '../../core/index.js';
import { loadWorld, worldNames } from './built-in-worlds.js';
import { tokensOf } from './expression.js';
import type { ColumnData, EffectData, ToolData, WorldData } from './world-data.js';

const worlds = await Promise.all(worldNames.map(loadWorld));

/**
 * What of a schema stays whatever tables and columns are called: the graph of its references with the kinds of columns, as
 * colours that are refined by the colours of what refers to a table and what it refers to (Weisfeiler, Leman 1968). Schemas
 * that a renaming maps onto each other have equal forms.
 */
function schemaForm({ tables }: WorldData): string {
  const names = Object.keys(tables);
  const columnsOf = (name: string) => Object.values(tables[name]?.columns ?? {});
  let colours = new Map(names.map((name) => [name, contentHash(columnsOf(name).map(kindOf).sort())]));
  for (let round = 0; round < names.length; round++) {
    colours = new Map(
      names.map((name) => {
        const out = columnsOf(name).flatMap((column) =>
          'ref' in column ? [colours.get(column.ref) ?? ''] : [],
        );
        const back = names.filter((other) =>
          columnsOf(other).some((column) => 'ref' in column && column.ref === name),
        );
        return [
          name,
          contentHash([
            colours.get(name) ?? '',
            out.sort(),
            back.map((other) => colours.get(other) ?? '').sort(),
          ]),
        ];
      }),
    );
  }
  return contentHash([...colours.values()].sort());
}

function kindOf(column: ColumnData): string {
  const [kind = ''] = Object.keys(column);
  return kind === 'pick' && 'pick' in column ? `pick ${typeof column.pick[0]}` : kind;
}

/** What of a rule stays whatever it is about is called: its conditions with what its tools do, names in the order in which they come. */
function ruleForms({ rules, tools }: WorldData): readonly string[] {
  return rules.map(({ forbids }) =>
    Object.entries(forbids)
      .map(([tool, condition]) => `${toolForm(tools[tool] as ToolData)}: ${conditionForm(condition)}`)
      .sort()
      .join('; '),
  );
}

function toolForm(tool: ToolData): string {
  if (!('effects' in tool)) return 'reads';
  const effect = (each: EffectData): string =>
    `${Object.keys(each)[0]} ${'set' in each ? Object.keys(each.set).length : 0}`;
  return `takes ${Object.keys(tool.takes).length}, ${tool.effects.map(effect).join(', ')}`;
}

const FIXED = [
  'and',
  'or',
  'not',
  'null',
  'true',
  'false',
  'its',
  'days',
  'plus',
  'min',
  'max',
  'floor',
  'if',
  'count',
  'sum',
];

function conditionForm(source: string): string {
  const names: string[] = [];
  return tokensOf(source)
    .map(({ kind, text }) => {
      if (kind === 'number') return '0';
      if (kind === 'text') return "'x'";
      if (kind === 'sign' || FIXED.includes(text)) return text;
      if (!names.includes(text)) names.push(text);
      return `n${names.indexOf(text)}`;
    })
    .join(' ');
}

/** How many of the rules of two worlds can be paired so that the two of a pair are equal but for names. */
function sharedRules(left: WorldData, right: WorldData): number {
  const free = [...ruleForms(right)];
  return ruleForms(left).filter((form) => {
    const at = free.indexOf(form);
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  }).length;
}

/** The world with every table, column, tool and text called otherwise. */
function renamed(data: WorldData): WorldData {
  const words = new Set([
    ...Object.keys(data.tables),
    ...Object.values(data.tables).flatMap(({ columns }) => Object.keys(columns)),
    ...Object.keys(data.tools),
  ]);
  const stems = new Set(
    [...words].flatMap((word) => [word, word.replace(/_id$/, ''), word.replace(/s$/, '')]),
  );
  const rename = (text: string): string =>
    text.replace(/[a-z_]\w*/g, (word) => (stems.has(word) ? `x${[...stems].indexOf(word)}` : word));
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return rename(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, part]) => [
        [
          'columns',
          'tables',
          'tools',
          'rules',
          'takes',
          'effects',
          'forbids',
          'set',
          'change',
          'add',
          'remove',
          'ref',
          'key',
          'pick',
          'int',
          'money',
          'date',
          'flag',
          'person',
          'email',
          'is',
          'none',
          'hidden',
          'unique',
          'rows',
        ].includes(name)
          ? name
          : rename(name),
        walk(part ?? null),
      ]),
    );
  };
  return walk(
    JSON.parse(JSON.stringify({ tables: data.tables, tools: data.tools, rules: data.rules })) as Json,
  ) as unknown as WorldData;
}

it('there are at least eight worlds', () => {
  expect(worldNames.length).toBeGreaterThanOrEqual(8);
});

it('finds a world that was renamed to be the same', () => {
  for (const data of worlds) {
    const other = renamed(data);
    expect(JSON.stringify(other.tables)).not.toBe(JSON.stringify(data.tables));
    expect([data.name, schemaForm(other)]).toEqual([data.name, schemaForm(data)]);
    expect([data.name, sharedRules(data, other)]).toEqual([data.name, data.rules.length]);
  }
});

it('no two worlds map onto each other by renaming, neither their schemas nor their rules', () => {
  for (const [index, left] of worlds.entries()) {
    for (const right of worlds.slice(index + 1)) {
      const pair = `${left.name} and ${right.name}`;
      expect([pair, schemaForm(left)]).not.toEqual([pair, schemaForm(right)]);
      const most = Math.min(left.rules.length, right.rules.length);
      expect([pair, sharedRules(left, right) / most < 0.5]).toEqual([pair, true]);
    }
  }
});
