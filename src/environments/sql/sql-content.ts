import type { MettleError } from '../../core/index.js';
import { environmentError } from '../error-codes.js';

/** A value that a column of the initial content may hold. */
export type SqlInitialValue = null | string | number;

/** A table and the rows it starts with. */
export interface SqlTable {
  /** A plain identifier: letters, digits and underscores. */
  readonly name: string;
  /** The columns and constraints between the parentheses of `CREATE TABLE`. It must name a primary key. */
  readonly columns: string;
  /** One value for each column, in the order of the declaration. */
  readonly rows: readonly (readonly SqlInitialValue[])[];
}

/** Tables that an SQL world starts with, in an order that satisfies their foreign keys. */
export interface SqlContent {
  readonly tables: readonly SqlTable[];
}

/** What an SQL world starts from: tables, a file, or a file and tables beside those that it has. */
export interface SqlStartOptions {
  readonly content?: SqlContent;
  readonly database?: string;
  readonly sha256?: string;
}

/**
 * The statement that creates a table.
 * @param name - its name as the statement has it. Default: as it is.
 * @throws {MettleError} `environments/invalid_sql_content` for a table name that is no plain identifier.
 */
export function createTableStatement(
  table: SqlTable,
  engine: 'sqlite' | 'postgres' = 'sqlite',
  name: string = table.name,
): string {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(table.name)) {
    throw environmentError(
      'invalid_sql_content',
      `A table is named by letters, digits and underscores; got ${JSON.stringify(table.name)}.`,
    );
  }
  return `CREATE TABLE ${name} (${table.columns})${engine === 'sqlite' ? ' STRICT' : ''}`;
}

/**
 * The error for columns that hold more than the columns of one table, such as a second statement.
 */
export function notOneStatement(table: SqlTable): MettleError {
  return environmentError(
    'invalid_sql_content',
    `The columns of ${table.name} contain more than one declaration. Give only columns and constraints.`,
  );
}
