import type { FileTree } from '../../filesystem/index.js';
import {
  createSandbox,
  type Engine,
  type EngineChoice,
  type Sandbox,
  type SandboxLimits,
} from '../../sandbox/index.js';
import { environmentError } from '../error-codes.js';
import type { SessionPaths } from './session-paths.js';

/** How the shell of a coding world runs. */
export interface CodingShellSettings {
  readonly engine: EngineChoice | Engine;
  readonly limits: Partial<SandboxLimits>;
  readonly programs: readonly string[];
  readonly packages: readonly string[];
}

/** A shell line of a session. */
export interface CodingLine {
  readonly command: string;
  /** Absolute, as the records name it. */
  readonly cwd: string;
  /** Default: what the sandbox allows. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal | undefined;
}

/** How a line of a coding world's shell ended. Its texts name folders as the records do. */
export interface CodingLineResult {
  /** Null where `ended` says why there is none. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both as they came. */
  readonly output: string;
  /** The limit that ended it: `timeout`, `output`, …; null where it exited by itself. */
  readonly ended: string | null;
  /** Where it left the shell; null where that isn't known. */
  readonly cwd: string | null;
}

/** The file in the root of the tree in which a line leaves the folder that it ended in. */
const CWD_FILE = '.mettle-cwd';

/** What every line finds in its environment, beside the programs and the home folder. */
const VARIABLES = {
  PYTHONDONTWRITEBYTECODE: '',
  GIT_AUTHOR_NAME: 'agent',
  GIT_AUTHOR_EMAIL: 'agent@localhost',
  GIT_COMMITTER_NAME: 'agent',
  GIT_COMMITTER_EMAIL: 'agent@localhost',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
};

/** Runs the shell lines of one episode, each a bash of its own on the files of the tree. Its sandbox opens with the first line. */
export class CodingShell {
  readonly files: FileTree;
  readonly #paths: SessionPaths;
  readonly #settings: CodingShellSettings;
  #opened: Promise<{ readonly sandbox: Sandbox; readonly place: string }> | undefined;

  constructor(files: FileTree, paths: SessionPaths, settings: CodingShellSettings) {
    this.files = files;
    this.#paths = paths;
    this.#settings = settings;
  }

  /** @throws {MettleError} `environments/world_broken` where the engine failed; the signal's reason. */
  async run({ command, cwd, timeoutSeconds, signal }: CodingLine): Promise<CodingLineResult> {
    this.#opened ??= this.#open();
    const { sandbox, place } = await this.#opened;
    const folder = cwd.slice(1);
    const line = this.#paths.inside(command, place);
    const left = `${place}/${CWD_FILE}`;
    // As clients do it: a line that fails leaves the folder as it was.
    const script = `eval ${quoted(line)}\nmettle_status=$?\n[ $mettle_status -eq 0 ] && pwd -P >| ${quoted(left)}\nexit $mettle_status`;
    const chunks: string[] = [];
    const result = await sandbox.shell(`exec bash -c ${quoted(script)}`, {
      cwd: this.files.exists(folder) ? folder : this.#paths.root.slice(1),
      environment: { ...VARIABLES, HOME: `${place}${this.#paths.home}`, TMPDIR: `${place}/tmp` },
      ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
      ...(signal === undefined ? {} : { signal }),
      onOutput: ({ text }) => chunks.push(text),
    });
    signal?.throwIfAborted();
    if (result.error?.kind === 'infrastructure') throw broken(result.error.message);
    const shown = (text: string): string => this.#paths.outside(text, place);
    return {
      exitCode: result.exitCode,
      stdout: shown(result.stdout),
      stderr: shown(result.stderr),
      output: shown(chunks.join('')),
      ended: result.error?.kind ?? null,
      cwd: this.#takeCwd(place),
    };
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    await opened?.sandbox.close();
  }

  #takeCwd(place: string): string | null {
    if (!this.files.exists(CWD_FILE)) return null;
    const left = this.files.readText(CWD_FILE, { invalid: 'replace' }).trimEnd();
    this.files.removeFile(CWD_FILE);
    return left.startsWith(`${place}/`) ? left.slice(place.length) : null;
  }

  async #open(): Promise<{ readonly sandbox: Sandbox; readonly place: string }> {
    const { engine, limits, programs, packages } = this.#settings;
    const sandbox = await createSandbox({
      engine,
      tree: this.files,
      limits,
      programs,
      packages,
      // Texts hash the same in every process. The clock of the shell goes on.
      deterministic: {},
    });
    const { stdout, error } = await sandbox.shell('pwd -P');
    if (error !== null || !stdout.startsWith('/')) {
      await sandbox.close();
      throw broken(error?.message ?? 'it names no folder');
    }
    return { sandbox, place: stdout.trimEnd() };
  }
}

function broken(why: string): Error {
  return environmentError(
    'world_broken',
    `The shell of the world failed: ${why.replace(/\.$/, '')}. Reset or restore the world, or open a new one.`,
  );
}

/** A text as one word of the shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
