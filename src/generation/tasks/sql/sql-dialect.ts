/** What oracles say differently to one database or another. */
export interface SqlDialect {
  /** The condition that a day or moment is in a year. */
  readonly isInYear: (column: string, year: number) => string;
}

/** Whose SQL a world speaks. */
export type SqlEngine = 'sqlite' | 'postgres';

/** The dialect of each engine. */
export const sqlDialects: Readonly<Record<SqlEngine, SqlDialect>> = {
  // SQLite keeps days as texts, as ISO 8601 writes them.
  sqlite: { isInYear: (column, year) => `${column} LIKE '${year}-%'` },
  postgres: { isInYear: (column, year) => `EXTRACT(YEAR FROM ${column}) = ${year}` },
};
