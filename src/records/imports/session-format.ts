import type { Json } from '../../core/index.js';
import type { Conversation, UnusableRecord } from './conversation.js';
import type { ExactJson } from './exact-json.js';

/** Reads the lines of one session, one after another. */
export interface SessionReader {
  /** Takes a line; gives what is wrong with it, or null. */
  add(value: Json, exact: ExactJson): string | null;
  /** The runs in all lines: one a session. */
  end(): readonly (Conversation | UnusableRecord)[];
}

/** A form of logs in which a run has many lines: the sessions of an agent. */
export interface SessionFormat {
  /** The name that `--format` takes. */
  readonly name: string;
  readonly description: string;
  /** Why a line looks like one of this form, as the end of "read as … because"; null where it doesn't. */
  readonly recognises: (value: Json) => string | null;
  readonly open: () => SessionReader;
  /** Forms of the same family go on in one session: their lines stand among each other. */
  readonly family?: 'spans';
}
