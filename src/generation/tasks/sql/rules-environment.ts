import { contentHash } from '../../../core/index.js';
import type { Environment, World } from '../../../environments/index.js';
import { environmentError } from '../../../environments/internal.js';
import {
  checkSqlWorldOptions,
  openSqlRecords,
  openSqlWorld,
  type SqlWorldOptions,
} from './open-sql-records.js';
import { type Rule, rulesOf } from './rules.js';
import type { SqlRecords } from './sql-records.js';
import { sqlName, sqlValue } from './sql-text.js';

/** Changes when a seed gives other rules. */
const RULES_VERSION = 4;

/** The name of the table of rules: one that the content leaves free. */
export function rulesTableName(tables: readonly SqlRecords[]): string {
  const taken = new Set(tables.map(({ name }) => name.toLowerCase()));
  return (
    ['policy', 'house_rules', 'mettle_policy'].find((name) => !taken.has(name)) ?? 'mettle_rules_of_the_house'
  );
}

/** The worlds of tasks under rules, made again from what their generator was made from. */
export async function createSqlRulesEnvironment(options: SqlWorldOptions): Promise<Environment> {
  checkSqlWorldOptions(options, 'createSqlRulesEnvironment');
  const { tables } = await openSqlRecords(options);
  return rulesEnvironment(options, tables);
}

/**
 * The content's worlds with one table more: rules of the house, each with a code, all drawn by the world's seed. One
 * environment holds the worlds of all seeds, so that a record can be replayed without its task.
 */
export async function rulesEnvironment(
  { content = { tables: [] }, name = 'sql', nouns: _, ...file }: SqlWorldOptions,
  tables: readonly SqlRecords[],
): Promise<Environment> {
  const table = rulesTableName(tables);
  const columns = 'code TEXT PRIMARY KEY, rule TEXT NOT NULL';
  const { environment: base } = await openSqlWorld({
    ...file,
    name: `${name}_with_rules`,
    content: { tables: [...content.tables, { name: table, columns, rows: [] }] },
  });
  const write = async (world: World, seed: number): Promise<void> => {
    const sql = insertStatement(table, rulesOf(tables, seed));
    const { observation } = await world.call('sql_execute', { sql });
    if (observation.error === null) return;
    throw environmentError('world_broken', `The rules can't be written: ${observation.error.message}.`);
  };
  const ruled = (world: World): World => ({
    call: (...call) => world.call(...call),
    state: () => world.state(),
    stateDigest: () => world.stateDigest(),
    reset: async (seed) => {
      await world.reset(seed);
      await write(world, seed);
    },
    fork: async () => ruled(await world.fork()),
    snapshot: () => world.snapshot(),
    restore: (snapshot) => world.restore(snapshot),
    close: () => world.close(),
    [Symbol.asyncDispose]: () => world.close(),
  });
  return {
    ...base,
    // The rules are worded by the nouns.
    fingerprint: contentHash({
      base: base.fingerprint,
      rules: RULES_VERSION,
      nouns: tables.map(({ noun }) => ({ ...noun })),
    }),
    open: async (options) => {
      const world = await base.open(options);
      try {
        await write(world, options.seed);
        return ruled(world);
      } catch (error) {
        await world.close();
        throw error;
      }
    },
  };
}

function insertStatement(table: string, rules: readonly Rule[]): string {
  const rows = rules.map(({ code, text }) => `(${sqlValue(code)}, ${sqlValue(text)})`);
  return `INSERT INTO ${sqlName(table)} (code, rule) VALUES ${rows.join(', ')}`;
}
