import type { Json, JsonObject } from '../../core/index.js';

/**
 * A world of one domain as data: tables whose rows are drawn by a seed, tools that read and change them, the rules of the
 * house, and the kinds of tasks that people bring. Expressions are texts, see `compileExpression`; templates are texts
 * with expressions in braces, see `fillTemplate`.
 */
export interface WorldData {
  /** snake_case. */
  readonly name: string;
  /** Raise it when a seed gives other rows, or a tool answers differently. */
  readonly version: number;
  /** Who the agent is, in one or two sentences. */
  readonly about: string;
  /** The date in the world. */
  readonly today: string;
  /** By name, in the plural. A table refers only to those before it. */
  readonly tables: Readonly<Record<string, TableData>>;
  readonly tools: Readonly<Record<string, ToolData>>;
  /** What the agent has to go by. */
  readonly rules: readonly RuleData[];
  readonly tasks: readonly TaskData[];
}

/** A table, and how many rows it has. */
export interface TableData {
  readonly rows: number;
  /** The first is the key. A name that ends in `_id` refers to a row, which expressions reach by the name without `_id`. */
  readonly columns: Readonly<Record<string, ColumnData>>;
}

/** How the values of a column are drawn. */
export type ColumnData = (
  | { /** Different in each row; `#` stands for a digit, `@` for a letter. */ readonly key: string }
  | { /** A person's full name, different in each row. */ readonly person: true }
  | { /** An address by the name in another column. */ readonly email: string }
  | {
      /** One of these; with `unique`, a different one in each row. */ readonly pick: readonly Json[];
      readonly unique?: true;
    }
  | {
      /** The key of a row of this table; with `unique`, of a different one in each row. */ readonly ref: string;
      readonly unique?: true /** A column with another key. */;
      readonly not?: string;
    }
  | {
      /** A whole number, with `step` a multiple of it. */ readonly int: readonly [number, number];
      readonly step?: number;
    }
  | { /** An amount with two decimals. */ readonly money: readonly [number, number] }
  | { /** A day, by its distance in days from today. */ readonly date: readonly [number, number] }
  | { /** True with this chance. */ readonly flag: number }
  | { /** What this expression gives for the columns before it. */ readonly is: string }
) & {
  /** Chance that there is no value. */
  readonly none?: number;
  /** Whether tools leave the column out: what only the person knows who is asked. */
  readonly hidden?: true;
};

/** What a tool takes: the key of a row, or a value. A name that ends in `?` may be left out. */
export type ArgumentData =
  | { readonly ref: string }
  | { readonly int: readonly [number, number] }
  | { readonly money: readonly [number, number] }
  | { readonly pick: readonly string[] }
  | { readonly date: true }
  | { readonly flag: true }
  | { readonly text: true };

/** A tool. */
export type ToolData = FindToolData | GetToolData | AskToolData | WriteToolData;

/** Gives the rows of a table in which columns have the values asked for; a name that ends in `?` may be left out. */
export interface FindToolData {
  readonly about: string;
  readonly find: string;
  readonly by: readonly string[];
}

/** Gives one row of a table by its key. */
interface GetToolData {
  readonly about: string;
  readonly get: string;
}

/** Asks the person of a table something: what the hidden columns let them answer, as templates by topic. */
export interface AskToolData {
  readonly about: string;
  readonly ask: string;
  readonly topics: Readonly<Record<string, string>>;
}

/** Changes rows, unless a rule forbids it. */
export interface WriteToolData {
  readonly about: string;
  readonly takes: Readonly<Record<string, ArgumentData>>;
  readonly effects: readonly EffectData[];
}

/**
 * What a tool does to a row, as expressions over its arguments; `NAME_id` of a row gives it as `NAME`. They see the world as
 * it was before the call, but the row that they change as the effects before left it.
 */
export type EffectData =
  | { readonly change: string; readonly set: Readonly<Record<string, string>> }
  | { readonly add: string; readonly set: Readonly<Record<string, string>> }
  | { readonly remove: string };

/** A rule of the house. */
export interface RuleData {
  /** What refusals and answers name it by. */
  readonly code: string;
  readonly says: string;
  /** When it forbids a call, by tool. */
  readonly forbids: Readonly<Record<string, string>>;
  /** A template: what the refusal adds, so that the call can be mended. */
  readonly hint?: string;
}

/** A kind of task. */
export interface TaskData {
  readonly family: 'lookup' | 'conditional' | 'bulk' | 'repair' | 'request' | 'unclear';
  readonly level: 1 | 2 | 3;
  /** In snake_case. */
  readonly name: string;
  /** What a task is about, in turn: a row (`TABLE: CONDITION`), a value (`= EXPRESSION`), a whole number (`3 to 20`) or a word (`a | b`). */
  readonly draw: Readonly<Record<string, string>>;
  /** Ways to say it: templates. */
  readonly asks: readonly string[];
  /** The rows that a task in bulk is about: each in turn is the row of this name. */
  readonly each?: {
    readonly name: string;
    readonly of: string;
    readonly least: number;
    readonly most: number;
  };
  /** What has to be looked at first. */
  readonly look?: readonly CallData[];
  /** Which of two ways is right. Absent: the first. */
  readonly when?: string;
  readonly way: WayData;
  readonly otherWay?: WayData;
}

/** A call of the oracle: the tool, and expressions for its arguments. */
export type CallData = readonly [string, Readonly<Record<string, string>>];

/** A way to do a task, and what it comes to. */
export interface WayData {
  readonly calls?: readonly CallData[];
  /** Of each row of a task in bulk. */
  readonly callsEach?: readonly CallData[];
  /** An expression. */
  readonly answer?: string;
  readonly answerKind?: 'number' | 'money' | 'text' | 'date' | 'set';
  /** Members that rows have in the end; `+TABLE` is a new row. */
  readonly goals?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** As `goals`, of each row of a task in bulk. */
  readonly goalsEach?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rows that are gone in the end. */
  readonly gone?: readonly string[];
  readonly goneEach?: readonly string[];
}

/** Rows by key. */
export type Table = ReadonlyMap<string, JsonObject>;
/** All rows of a world, by table. Never changed, only replaced. */
export type Tables = ReadonlyMap<string, Table>;
