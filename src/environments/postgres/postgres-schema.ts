import type { PGlite } from '@electric-sql/pglite';
import type { LeftOut } from '../left-out.js';
import type { SqlTableSchema } from '../sql/sql-schema.js';
import { quoteSqlName } from '../sql/sql-tables.js';

/** A table of a database, with what names its rows. */
export interface PostgresTable {
  readonly name: string;
  readonly namespace: string;
  /** PostgreSQL's number of it. */
  readonly oid: number;
  readonly columns: readonly string[];
  /** The columns of the primary key by number, in the order of the key. */
  readonly key: readonly number[];
  readonly schema: SqlTableSchema;
  /** The statement that would make it. */
  readonly statement: string;
}

/** What a database has, in the order in which it was made. */
export interface PostgresSchema {
  readonly tables: readonly PostgresTable[];
  /** Tables, types and views as agents read them. */
  readonly text: string;
  /** The namespaces in which names are looked for, as `search_path` takes them. */
  readonly path: string;
  readonly leftOut: readonly LeftOut[];
}

/** The namespaces of a world. */
export const OWN_NAMESPACES = `SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`;

/** The order in which namespaces, as `n`, are searched for a name. */
const PATH_ORDER = `nspname <> 'public', n.oid`;

interface FoundTable {
  readonly oid: number;
  readonly name: string;
  readonly namespace: string;
  /** Whether its name alone means it. */
  readonly meant: boolean;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly required: boolean;
  readonly generated: boolean;
  readonly preset: string | null;
}

interface ConstraintRow {
  readonly kind: string;
  readonly text: string;
  readonly columns: readonly string[];
  readonly target: string | null;
  readonly target_oid: number | null;
  readonly targets: readonly string[] | null;
}

/** What a database's own tables say of it. */
export async function readPostgresSchema(database: PGlite): Promise<PostgresSchema> {
  // Of tables of one name, a query means the one in the first of the namespaces.
  const { rows: found } = await database.query<FoundTable>(
    `SELECT c.oid::int, relname AS name, nspname AS namespace, row_number() OVER (PARTITION BY relname ORDER BY ${PATH_ORDER}) = 1 AS meant
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relnamespace IN (${OWN_NAMESPACES}) AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY c.oid`,
  );
  const leftOut: LeftOut[] = [];
  const kept = found.filter(({ name, namespace, meant }) => {
    const reason = !meant
      ? 'A table of another schema has its name.'
      : name.includes('/')
        ? 'There is a slash in its name.'
        : null;
    if (reason !== null) leftOut.push({ name: `table ${namespace}.${name}`, reason });
    return reason === null;
  });
  const oids = new Set(kept.map(({ oid }) => oid));
  const tables: PostgresTable[] = [];
  for (const table of kept) tables.push(await readTable(database, table, oids));
  const types = await textsOf(
    database,
    `SELECT format('CREATE TYPE %I AS ENUM (%s)', typname, (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)
       FROM pg_enum WHERE enumtypid = t.oid)) AS text
     FROM pg_type t WHERE typnamespace IN (${OWN_NAMESPACES}) AND typtype = 'e' ORDER BY oid`,
  );
  const views = await textsOf(
    database,
    `SELECT format('CREATE VIEW %I AS %s', relname, rtrim(pg_get_viewdef(oid), ';')) AS text FROM pg_class
     WHERE relnamespace IN (${OWN_NAMESPACES}) AND relkind = 'v' ORDER BY oid`,
  );
  const [path = ''] = await textsOf(
    database,
    `SELECT string_agg(quote_ident(nspname), ', ' ORDER BY ${PATH_ORDER}) AS text FROM pg_namespace n WHERE oid IN (${OWN_NAMESPACES})`,
  );
  const text = schemaText([...types, ...tables.map(({ statement }) => statement), ...views], tables);
  return { tables, text, path, leftOut };
}

async function textsOf(database: PGlite, sql: string): Promise<readonly string[]> {
  const { rows } = await database.query<{ text: string }>(sql);
  return rows.map(({ text }) => text);
}

/** Characters of a schema in the description of a tool. */
const MAX_CHARS = 30_000;

/** The statements, or, where these are too long, the tables with their columns, as many as there is room for. */
function schemaText(statements: readonly string[], tables: readonly PostgresTable[]): string {
  const whole = statements.join(';\n');
  if (whole.length <= MAX_CHARS) return whole;
  const lines: string[] = [];
  let chars = 0;
  for (const { name, columns } of tables) {
    const line = `${quoteSqlName(name)} (${columns.map(quoteSqlName).join(', ')})`;
    chars += line.length;
    if (chars > MAX_CHARS) {
      lines.push(`and ${tables.length - lines.length} more`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** @param kept - PostgreSQL's numbers of the tables that references can lead to. */
async function readTable(
  database: PGlite,
  { oid, name, namespace }: FoundTable,
  kept: ReadonlySet<number>,
): Promise<PostgresTable> {
  const { rows: columns } = await database.query<ColumnRow>(
    `SELECT attname AS name, format_type(coalesce(nullif(t.typbasetype, 0), atttypid), CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE atttypmod END) AS type,
       t.typtype AS kind, attnotnull OR t.typnotnull AS required, attgenerated <> '' AS generated,
       CASE WHEN attidentity <> '' THEN 'GENERATED BY DEFAULT AS IDENTITY' ELSE 'DEFAULT ' || pg_get_expr(adbin, adrelid) END AS preset
     FROM pg_attribute JOIN pg_type t ON t.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [oid],
  );
  const { rows: constraints } = await database.query<ConstraintRow>(
    `SELECT contype AS kind, pg_get_constraintdef(c.oid) AS text, f.relname AS target, f.oid::int AS target_oid,
       (SELECT array_agg(attname::text ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns,
       (SELECT array_agg(attname::text ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS targets
     FROM pg_constraint c LEFT JOIN pg_class f ON f.oid = confrelid
     WHERE conrelid = $1 AND contype IN ('p', 'u', 'f', 'c', 'x') ORDER BY contype = 'f', c.oid`,
    [oid],
  );
  const { rows: indexes } = await database.query<{ columns: (string | null)[]; partial: boolean }>(
    `SELECT indpred IS NOT NULL AS partial,
       (SELECT array_agg(attname::text ORDER BY place) FROM unnest(indkey::int2[]) WITH ORDINALITY AS k (number, place)
        LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0) AS columns
     FROM pg_index WHERE indrelid = $1 AND indisunique AND NOT indisprimary`,
    [oid],
  );
  // A row of a table that inherits is a row of the other one, too.
  const { rows: heirs } = await database.query(
    `SELECT 1 FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE (inhparent = $1 OR inhrelid = $1) AND NOT relispartition LIMIT 1`,
    [oid],
  );
  const names = columns.map((column) => column.name);
  const primaryKey = constraints.find(({ kind }) => kind === 'p')?.columns ?? [];
  const isDomain = columns.some(({ kind }) => kind === 'd');
  const schema: SqlTableSchema = {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: shortType(column),
      nullable: !column.required,
    })),
    primaryKey,
    unique: indexes.flatMap(({ columns: [only, ...more], partial }) =>
      typeof only === 'string' && more.length === 0 && !partial ? [only] : [],
    ),
    foreignKeys: constraints.flatMap(
      ({ kind, columns: [column, ...more], target, target_oid: to, targets }) =>
        kind === 'f' && column !== undefined && more.length === 0 && target !== null && kept.has(to ?? 0)
          ? [{ column, table: target, references: targets?.[0] ?? '' }]
          : [],
    ),
    constrained:
      isDomain ||
      constraints.some(({ kind }) => kind === 'c' || kind === 'x') ||
      indexes.some(({ columns: set, partial }) => partial || set.length > 1 || typeof set[0] !== 'string'),
    derived: heirs.length > 0 || columns.some(({ generated }) => generated),
  };
  const parts = [
    ...columns.map((column) =>
      [
        quoteSqlName(column.name),
        column.type,
        column.generated ? `GENERATED ALWAYS AS (${column.preset?.slice('DEFAULT '.length)})` : column.preset,
        column.required ? 'NOT NULL' : null,
      ]
        .filter((part) => part !== null)
        .join(' '),
    ),
    ...constraints.map(({ text }) => text),
  ];
  return {
    name,
    namespace,
    oid,
    columns: names,
    key: primaryKey.map((column) => names.indexOf(column)),
    schema,
    statement: `CREATE TABLE ${quoteSqlName(name)} (${parts.join(', ')})`,
  };
}

/** A type in a word: `INTEGER`, `NUMERIC(10,2)`, `FLOAT4`, `ENUM`. */
function shortType({ type, kind }: ColumnRow): string {
  if (kind === 'e') return 'ENUM';
  return type === 'real' ? 'FLOAT4' : type.toUpperCase();
}
