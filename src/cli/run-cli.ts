import { Command, CommanderError, Option } from 'commander';
import { MettleError } from '../core/index.js';
import { createProgressLine, errorMessage, oneLine, packageVersion, visibleText } from '../core/internal.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from './command.js';
import { commands } from './commands/index.js';
import { errorLine, exitCodeOf } from './exit-code.js';
import { pathName, usageError } from './parse-option.js';

/** The process around the command line: its streams, its clock, its signals. */
export interface CliWorld {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdout: {
    readonly write: (data: string | Uint8Array) => void;
    readonly isTerminal: boolean;
    readonly columns?: number;
  };
  readonly stderr: {
    readonly write: (data: string | Uint8Array) => void;
    readonly isTerminal: boolean;
    readonly columns?: number;
  };
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input as it comes, closed by who stops to read it. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** One line that somebody types; '' when the input ends. */
  readonly readLine: () => Promise<string>;
  /** Whether somebody types: a command without a file reads a pipe, and never waits for a person. */
  readonly stdinIsTerminal: boolean;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Calls `interrupted` at Ctrl-C or a SIGTERM; returns what stops listening. */
  readonly onInterrupt: (interrupted: (signal: StopSignal) => void) => () => void;
}

/** What ends a command early, with what it has so far. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

/** The exit codes that a shell gives to a process that these signals ended. */
const EXIT_CODES: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/**
 * Runs one command line and returns its exit code. People read stderr and stdout; with `--json` stdout holds
 * exactly one JSON document.
 */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<number> {
  let exitCode = 0;
  const takesRest = commands.find(({ name }) => name === argv[0])?.rest !== undefined;
  const end = takesRest && argv.includes('--') ? argv.indexOf('--') : argv.length;
  const rest = argv.slice(end + 1);
  const program = new Command('mettle')
    .description('Runs model-written Python in a sandbox, checks it, trains it, and records every run.')
    .version(packageVersion(), '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: world.stdout.write,
      writeErr: world.stderr.write,
      outputError: () => undefined,
      getOutHelpWidth: () => columnsOf(world, world.stdout) ?? 80,
      getErrHelpWidth: () => columnsOf(world, world.stderr) ?? 80,
    })
    .showHelpAfterError(false)
    .addHelpText(
      'after',
      '\nExit codes: 0 success · 1 negative result, such as a failed check · 2 wrong command or input · 3 something is missing on this machine · 130 stopped by Ctrl-C · 143 stopped by SIGTERM.',
    );
  for (const definition of commands) {
    program.addCommand(
      toCommander(definition, program, async (outcomeOf, command) => {
        exitCode = await perform(definition, { ...outcomeOf, rest }, world, () => showHelp(command, world));
      }),
    );
  }
  try {
    await program.parseAsync(argv.slice(0, end), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, program, argv, world);
    if (argv.includes('--json')) world.stdout.write(errorDocument(error));
    world.stderr.write(`mettle: ${errorLine(error)}\n`);
    return exitCodeOf(error);
  }
}

type OutcomeOf = { readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>> };

function toCommander(
  definition: CommandDefinition,
  program: Command,
  action: (call: OutcomeOf, command: Command) => Promise<void>,
): Command {
  const command = new Command(definition.name)
    .copyInheritedSettings(program)
    .description(definition.summary)
    .allowExcessArguments(false)
    .exitOverride()
    .addHelpText('after', `\nExample:\n  ${definition.example}`);
  if (definition.args !== '') command.arguments(definition.args);
  if (definition.rest !== undefined) command.usage(`[options] ${definition.args} [-- ${definition.rest}]`);
  for (const option of definition.options) {
    const built = new Option(option.flags, option.description);
    if (option.default !== undefined) built.default(option.default);
    const parse = option.parse ?? pathReader(built);
    if (parse !== undefined) built.argParser(parse);
    command.addOption(built);
  }
  command.option('--json', 'print exactly one JSON document on stdout');
  command.option('--quiet', 'no progress or messages on stderr, except the name of a model that is asked');
  command.action(async () => action({ args: command.args, options: command.opts() }, command));
  return command;
}

/** What reads the name of a file or folder, if that's what the option takes. */
function pathReader({ flags, long }: Option): ((text: string) => string) | undefined {
  const [, kind] = /<(dir|file|path|key)>/.exec(flags) ?? [];
  if (kind === undefined) return undefined;
  return pathName(long ?? flags, kind === 'dir' ? 'folder' : kind === 'path' ? 'file or folder' : 'file');
}

/** The help of a command below the line that says what is missing. */
function showHelp(command: Command, world: CliWorld): void {
  world.stderr.write('\n');
  command.outputHelp({ error: true });
}

async function perform(
  definition: CommandDefinition,
  call: CommandCall,
  world: CliWorld,
  help: () => void,
): Promise<number> {
  const json = call.options.json === true;
  const quiet = call.options.quiet === true;
  const columns = columnsOf(world, world.stderr);
  const progress = createProgressLine({
    write: world.stderr.write,
    terminal: world.stderr.isTerminal,
    now: world.now,
    ...(columns === undefined ? {} : { columns }),
  });
  const interruption = new AbortController();
  let stoppedBy: StopSignal = 'SIGINT';
  const stopListening = world.onInterrupt((name) => {
    stoppedBy = name;
    interruption.abort();
  });
  // A program's output may stop within a line.
  let isWithinLine = false;
  const announce: CommandIo['announce'] = (line) => {
    progress.clear();
    if (isWithinLine) world.stderr.write('\n');
    isWithinLine = false;
    world.stderr.write(`${visibleText(line)}\n`);
  };
  const io: CommandIo = {
    cwd: world.cwd,
    environment: world.environment,
    json,
    colour: !json && wantsColour(world),
    signal: interruption.signal,
    relay: ({ stream, text, bytes }) => {
      if (json || (quiet && stream === 'stderr')) return;
      progress.clear();
      world[stream].write(world[stream].isTerminal ? visibleText(text) : bytes);
      const isSeen = stream === 'stderr' || (world.stdout.isTerminal && world.stderr.isTerminal);
      if (isSeen && text !== '') isWithinLine = !text.endsWith('\n');
    },
    progress: quiet ? () => undefined : progress.update,
    say: quiet ? () => undefined : announce,
    announce,
    confirm: async (question) => {
      progress.clear();
      world.stderr.write(`${visibleText(question)} [y/N] `);
      return /^\s*y(?:es)?\s*$/i.test(await world.readLine());
    },
    ask: async (question) => {
      progress.clear();
      world.stderr.write(`${visibleText(question)} `);
      return (await world.readLine()).trim();
    },
    readStdin: world.readStdin,
    stdin: world.stdin,
    stdinIsTerminal: world.stdinIsTerminal,
  };
  try {
    const outcome = await definition.run(call, io);
    progress.finish();
    const exitCode = finish(outcome, io, world);
    return interruption.signal.aborted ? EXIT_CODES[stoppedBy] : exitCode;
  } catch (error) {
    progress.finish();
    if (json) world.stdout.write(errorDocument(error));
    const { aborted } = interruption.signal;
    // Another error than the abort itself may be why there's no result, whatever signal came as well.
    const isStop = aborted && error instanceof Error && error.name === 'AbortError';
    world.stderr.write(`mettle ${definition.name}: ${isStop ? 'stopped' : errorLine(error)}\n`);
    if (aborted) return EXIT_CODES[stoppedBy];
    if (MettleError.isInstance(error) && error.code === 'cli/missing_argument') help();
    if (world.environment.METTLE_DEBUG && error instanceof Error)
      world.stderr.write(`${visibleText(error.stack ?? '')}\n`);
    return exitCodeOf(error);
  } finally {
    stopListening();
  }
}

function finish(outcome: CommandOutcome, io: CommandIo, world: CliWorld): number {
  if (io.json) world.stdout.write(`${visibleText(JSON.stringify(outcome.document, null, 2))}\n`);
  else if (outcome.text !== undefined && outcome.text !== '')
    world.stdout.write(visibleText(outcome.text.replace(/\n?$/, '\n'), { keepColours: io.colour }));
  if (io.signal.aborted) io.say(outcome.resume ?? 'Stopped.');
  return outcome.exitCode;
}

/** NO_COLOR wins over FORCE_COLOR, which wins over what stdout is. */
function wantsColour({ environment: { NO_COLOR, FORCE_COLOR }, stdout }: CliWorld): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR === undefined || FORCE_COLOR === '') return stdout.isTerminal;
  return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
}

/** How wide a stream is shown: as COLUMNS says, else as the terminal says; one that knows no width says 0. */
function columnsOf({ environment }: CliWorld, stream: { readonly columns?: number }): number | undefined {
  const asked = Number(environment.COLUMNS);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : stream.columns || undefined;
}

/** The one document of a call that failed. */
function errorDocument(error: unknown): string {
  const code = MettleError.isInstance(error) ? error.code : 'internal';
  return `${visibleText(JSON.stringify({ error: { code, message: errorLine(error) } }, null, 2))}\n`;
}

function reportUsage(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
  world: CliWorld,
): number {
  if (error.exitCode === 0) return 0;
  if (error.code === 'commander.help') return 2;
  const isOption = /^--?(?:json|quiet)$/.exec(argv[0] ?? '');
  const message = isOption
    ? `${argv[0]} belongs after a command`
    : oneLine(errorMessage(error).replace(/^error: /, '')).replace(/\.$/, '');
  const command = commands.find(({ name }) => name === argv[0]);
  // Without `--`, npx takes a flag that follows at once for its own.
  const help = command === undefined ? '-- mettle --help' : `mettle ${command.name} --help`;
  const lacking = program.commands.find(
    (one) => error.code === 'commander.missingArgument' && one.name() === argv[0],
  );
  const usage = usageError(lacking === undefined ? `${message}. See npx --no ${help}.` : `${message}.`);
  if (argv.includes('--json')) world.stdout.write(errorDocument(usage));
  world.stderr.write(`mettle${lacking === undefined ? '' : ` ${argv[0]}`}: ${errorLine(usage)}\n`);
  if (lacking !== undefined) showHelp(lacking, world);
  return 2;
}
