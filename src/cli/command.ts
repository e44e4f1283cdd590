import type { ProgressListener } from '../core/index.js';
import type { OutputChunk } from '../sandbox/index.js';

/** How a command ended: 0 done and good · 1 done and the answer is no · 2 the call or its input is wrong · 3 this machine lacks something. */
export type ExitCode = 0 | 1 | 2 | 3;

/** One `--option` of a command. */
export interface OptionDefinition {
  /** As commander writes it: `--timeout <seconds>`, `--apply`, `-c, --code <python>`. */
  readonly flags: string;
  /** What it does, in a few words. */
  readonly description: string;
  /** Value when the option is absent. */
  readonly default?: unknown;
  /** Reads the text after the flag; throws a usage error when it makes no sense. Default: the text itself. */
  readonly parse?: (text: string) => unknown;
}

/** The world as a command sees it; tests hand in their own. */
export interface CommandIo {
  /** Folder that relative paths are meant from. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether `--json` was given. */
  readonly json: boolean;
  /** Whether people's output may use colour (a terminal or FORCE_COLOR, no NO_COLOR, no `--json`). */
  readonly colour: boolean;
  /** Aborts on Ctrl-C or SIGTERM: finish the item in hand, then return. */
  readonly signal: AbortSignal;
  /**
   * Passes on what a program writes, as it comes: to a pipe or a file the bytes, to a terminal the text with control
   * characters as escapes. Nothing with `--json`; with `--quiet` what it writes to stdout alone.
   */
  readonly relay: (chunk: OutputChunk) => void;
  /** Shows how far the work is, on stderr; silent with `--quiet`. */
  readonly progress: ProgressListener;
  /**
   * Writes words for a person to stderr, at once, with control characters as escapes; silent with `--quiet`. A line
   * break is added.
   */
  readonly say: (line: string) => void;
  /** As `say`, also with `--quiet`: only for what costs the person money, such as the model that is asked. */
  readonly announce: (line: string) => void;
  /**
   * Asks the person at the terminal, also with `--quiet`: true for yes, false for anything else. Ask only where
   * `stdinIsTerminal`.
   */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Asks the person at the terminal for a line, which is '' where nobody answers. Ask only where `stdinIsTerminal`. */
  readonly ask: (question: string) => Promise<string>;
  /** All of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input as it comes, closed by who stops to read it. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Whether somebody types there, so that a command without a file must not wait for it. */
  readonly stdinIsTerminal: boolean;
}

/** What a command hands back. */
export interface CommandOutcome {
  readonly exitCode: ExitCode;
  /** The one document that `--json` prints. */
  readonly document: unknown;
  /**
   * What a person sees on stdout instead, with control characters as escapes; colours stay where `colour` is set, so
   * untrusted parts pass through `visibleText` before they are coloured. Default: nothing.
   */
  readonly text?: string;
  /** With Ctrl-C or SIGTERM: the words that say how to go on. */
  readonly resume?: string;
}

/** What was on the command line. */
export interface CommandCall {
  readonly args: readonly string[];
  /** What follows `--`, for a command with {@link CommandDefinition.rest}. */
  readonly rest: readonly string[];
  /** Option values by camel-cased name: `--output-limit` is `outputLimit`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * One command, as data. The module that defines it stays light: `run` imports the modules it needs when it is
 * called, so that `mettle --help` costs nothing.
 */
export interface CommandDefinition {
  readonly name: string;
  /** Positional arguments as commander writes them: `<file...>`, `[file]`, or ''. */
  readonly args: string;
  /** What the command takes after `--` and passes on as it is, such as `args...`. Default: nothing. */
  readonly rest?: string;
  readonly summary: string;
  /** A call that works, shown in `--help`. */
  readonly example: string;
  readonly options: readonly OptionDefinition[];
  /** Does the work. A thrown MettleError becomes one line on stderr and exit code 2, or 3 when something is unavailable. */
  readonly run: (call: CommandCall, io: CommandIo) => Promise<CommandOutcome>;
}
