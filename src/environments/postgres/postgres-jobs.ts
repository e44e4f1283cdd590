import type { Json } from '../../core/index.js';
import type { SqlTable } from '../sql/sql-content.js';
import type { SqlLimits } from '../sql/sql-limits.js';
import type { SqlOutcome } from '../sql/sql-outcome.js';

/** Limits of one PostgreSQL statement. */
export type PostgresLimits = Pick<
  SqlLimits,
  'maxRows' | 'maxResultChars' | 'maxStatementBytes' | 'maxSeconds'
>;

/** The rows of all tables by the names of their facts. */
export type PostgresFacts = readonly (readonly [name: string, row: Json])[];

/** What the thread of a database is asked. */
export type PostgresJob =
  | { readonly kind: 'build'; readonly tables: readonly SqlTable[] }
  | { readonly kind: 'open'; readonly image: ArrayBuffer; readonly writes: readonly string[] }
  | {
      readonly kind: 'run';
      readonly sql: string;
      readonly access: 'read' | 'write';
      readonly limits: PostgresLimits;
    };

/** What it answers. */
export type PostgresAnswer =
  | {
      readonly kind: 'built';
      readonly image: ArrayBuffer;
      readonly facts: PostgresFacts;
      readonly version: string;
    }
  | { readonly kind: 'opened' }
  | { readonly kind: 'ran'; readonly outcome: SqlOutcome; readonly facts: PostgresFacts | null }
  | { readonly kind: 'failed'; readonly message: string }
  /** The package is not there. */
  | { readonly kind: 'unavailable'; readonly message: string };
