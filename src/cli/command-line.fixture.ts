import { runCli } from './run-cli.js';

/** What one call of the command line came to. */
export interface CommandLineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The surroundings of a call that a test cares about. */
export interface CommandLineOptions {
  readonly cwd?: string;
  /** What standard input holds. Default: nothing. */
  readonly stdin?: string;
  /** Whether stdout is a terminal. Default false. */
  readonly terminal?: boolean;
}

/** Calls the command line with streams that are kept, a clock that stands still and nobody to answer questions. */
export async function callCommandLine(
  argv: readonly string[],
  options: CommandLineOptions = {},
): Promise<CommandLineResult> {
  let stdout = '';
  let stderr = '';
  const code = await runCli(argv, {
    cwd: options.cwd ?? process.cwd(),
    environment: {},
    stdout: {
      write: (text) => {
        stdout += text;
      },
      isTerminal: options.terminal ?? false,
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
      isTerminal: false,
    },
    readStdin: async () => new TextEncoder().encode(options.stdin ?? ''),
    confirm: async () => false,
    now: () => 0,
    onInterrupt: () => () => undefined,
  });
  return { code, stdout, stderr };
}
