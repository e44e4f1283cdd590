import type { Json } from '../../core/index.js';
import type { LeftOut } from '../left-out.js';
import type { SqlTable } from '../sql/sql-content.js';
import type { SqlLimits } from '../sql/sql-limits.js';
import type { SqlOutcome } from '../sql/sql-outcome.js';
import type { SqlTableSchema } from '../sql/sql-schema.js';

/** Limits of one PostgreSQL statement. */
export type PostgresLimits = Pick<
  SqlLimits,
  'maxRows' | 'maxResultChars' | 'maxStatementBytes' | 'maxSeconds'
>;

/** Rows by the names of their facts. */
export type PostgresFacts = readonly (readonly [name: string, row: Json])[];

/** All rows of some tables. */
export interface PostgresTableFacts {
  readonly tables: readonly string[];
  readonly facts: PostgresFacts;
}

/** PostgreSQL compiled, which threads share: compiling it takes longer than all else that begins a world. */
export type PostgresEngine = object;

/** A database that others begin with. */
export interface PostgresImage {
  readonly files: ArrayBuffer;
  /** Null where it could not be compiled apart from the library. */
  readonly engine: PostgresEngine | null;
}

/** What the thread of a database is asked. */
export type PostgresJob =
  | {
      readonly kind: 'build';
      /** A database without tables. Default: a new one, which takes some seconds more. */
      readonly empty: PostgresImage | null;
      /** The bytes of a dump. */
      readonly dump: Uint8Array | null;
      /** Tables beside those of the dump. */
      readonly tables: readonly SqlTable[];
    }
  | { readonly kind: 'open'; readonly image: PostgresImage; readonly writes: readonly string[] }
  | {
      readonly kind: 'run';
      readonly sql: string;
      readonly access: 'read' | 'write';
      readonly limits: PostgresLimits;
    };

/** A database as it was built. */
export interface BuiltPostgres {
  readonly image: PostgresImage;
  /** The database before it had tables, if the job brought none. */
  readonly empty: PostgresImage | null;
  readonly facts: PostgresFacts;
  readonly schema: readonly SqlTableSchema[];
  /** The schema as agents read it. */
  readonly schemaText: string;
  readonly version: string;
  readonly leftOut: readonly LeftOut[];
}

/** What it answers. */
export type PostgresAnswer =
  | ({ readonly kind: 'built' } & BuiltPostgres)
  | { readonly kind: 'opened' }
  | {
      readonly kind: 'ran';
      readonly outcome: SqlOutcome;
      /** The tables that the statement may have changed, as they are now. */
      readonly changed: PostgresTableFacts | null;
    }
  | { readonly kind: 'failed'; readonly message: string }
  /** The package is not there. */
  | { readonly kind: 'unavailable'; readonly message: string };
