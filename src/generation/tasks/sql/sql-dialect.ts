/** What oracles say differently to one database or another. */
export interface SqlDialect {
  /** The condition that a day or moment is in a year. */
  readonly isInYear: (column: string, year: number, type: string) => string;
  /** Whether values of a type equal themselves as they are written: PostgreSQL compares no JSON. */
  readonly isCompared: (type: string) => boolean;
}

/** Whose SQL a world speaks. */
export type SqlEngine = 'sqlite' | 'postgres';

/** What PostgreSQL compares otherwise than by what is written, or not at all. */
const NOT_COMPARED =
  /^(?:JSONB?|XML|POINT|LINE|LSEG|BOX|PATH|POLYGON|CIRCLE|BYTEA|TSVECTOR|TSQUERY|INTERVAL|MONEY|BIT|TXID|PG_|REG)|RANGE|\[\]$|^CHARACTER\(/;

/** The dialect of each engine. */
export const sqlDialects: Readonly<Record<SqlEngine, SqlDialect>> = {
  sqlite: {
    // SQLite keeps days as texts, as ISO 8601 writes them.
    isInYear: (column, year) => `${column} LIKE '${year}-%'`,
    isCompared: () => true,
  },
  postgres: {
    isInYear: (column, year, type) =>
      /^(?:DATE|TIMESTAMP)/.test(type)
        ? `EXTRACT(YEAR FROM ${column}) = ${year}`
        : `${column} LIKE '${year}-%'`,
    isCompared: (type) => !NOT_COMPARED.test(type),
  },
};
