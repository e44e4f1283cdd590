import { runCli, type StopSignal } from './run-cli.js';

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
  /** What is typed when questions are asked, one after another; a single one is typed each time. Default: nothing. */
  readonly answer?: string | readonly string[];
  /** Whether stdout and standard input are a terminal. Default false. */
  readonly terminal?: boolean;
  /** Environment variables. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether Ctrl-C is pressed, or which signal comes, as soon as the command listens to it. Default false. */
  readonly interrupted?: boolean | StopSignal;
}

function textOf(data: string | Uint8Array): string {
  return typeof data === 'string' ? data : new TextDecoder().decode(data);
}

/** Calls the command line with streams that are kept and a clock that stands still. */
export async function callCommandLine(
  argv: readonly string[],
  options: CommandLineOptions = {},
): Promise<CommandLineResult> {
  let stdout = '';
  let stderr = '';
  let asked = 0;
  const code = await runCli(argv, {
    cwd: options.cwd ?? process.cwd(),
    environment: options.environment ?? {},
    stdout: {
      write: (data) => {
        stdout += textOf(data);
      },
      isTerminal: options.terminal ?? false,
    },
    stderr: {
      write: (data) => {
        stderr += textOf(data);
      },
      isTerminal: false,
    },
    stdinIsTerminal: options.terminal ?? false,
    stdin: (async function* () {
      yield new TextEncoder().encode(options.stdin ?? '');
    })(),
    readStdin: async () => new TextEncoder().encode(options.stdin ?? ''),
    readLine: async () =>
      typeof options.answer === 'object' ? (options.answer[asked++] ?? '') : (options.answer ?? ''),
    now: () => 0,
    onInterrupt: (interrupt) => {
      const signal = options.interrupted ?? false;
      if (signal !== false) interrupt(signal === true ? 'SIGINT' : signal);
      return () => undefined;
    },
  });
  return { code, stdout, stderr };
}
