import { MettleError } from '../../core/index.js';
import type { FileTree } from '../../filesystem/index.js';
import type { FileTreeCheckpoint } from '../../filesystem/internal.js';
import type { RunResult, Sandbox } from '../../sandbox/index.js';
import { otherAnswer } from '../episode-python.js';
import { environmentError } from '../error-codes.js';
import { pythonAnswerDigest, pythonObservation } from '../python-tool.js';
import type { WorldPython } from './world-python.js';

/** One run of an episode, and the runs before it. */
interface PastRun {
  readonly code: string;
  readonly file: string | undefined;
  /** The tree as the code found it. */
  readonly found: FileTreeCheckpoint;
  /** What it answered. */
  readonly digest: string;
  readonly earlier: PastRun | undefined;
}

/** How code is run. */
export interface TreePythonRun {
  /** The file of the tree that the code came from. */
  readonly file?: string;
  readonly signal?: AbortSignal;
}

/**
 * The file tree of an episode and the Python namespace over it, whose process starts at the first run. A branch has the
 * same files and the same namespace. Where the engine can copy a namespace, the branch gets the copy; elsewhere its first
 * run runs the code of the episode again, each piece on the files that it found, and then puts back the files as they
 * were.
 */
export class TreePython {
  readonly files: FileTree;
  readonly #python: WorldPython;
  readonly #seed: number;
  #past: PastRun | undefined;
  #sandbox: Promise<Sandbox> | undefined;

  constructor(python: WorldPython, files: FileTree, seed: number) {
    this.#python = python;
    this.files = files;
    this.#seed = seed;
  }

  /**
   * Runs code in the namespace.
   * @throws {MettleError} `environments/world_broken` when the engine failed, when something but the code ended its
   *   process, or when a branch's code answers otherwise than it did; and the signal's reason.
   */
  async run(code: string, { file, signal }: TreePythonRun = {}): Promise<RunResult> {
    this.#sandbox ??= this.#open();
    const sandbox = await this.#sandbox;
    const found = this.files.checkpoint();
    const first = await runIn(sandbox, code, { file, signal });
    const result =
      first.error?.kind === 'crash' ? await this.#runAgain(first, found, code, { file, signal }) : first;
    this.#past = { code, file, found, digest: resultDigest(result), earlier: this.#past };
    return result;
  }

  /**
   * Tells a process that the code ended from one that the machine ended: what the code did it does again, in a namespace
   * and on files that are as they were.
   */
  async #runAgain(
    first: RunResult,
    found: FileTreeCheckpoint,
    code: string,
    options: { readonly file: string | undefined; readonly signal: AbortSignal | undefined },
  ): Promise<RunResult> {
    if (this.#python.cannotReplay !== undefined) return first;
    await this.close();
    this.files.rollback(found);
    this.#sandbox = this.#open();
    const second = await runIn(await this.#sandbox, code, options);
    if (resultDigest(second) === resultDigest(first)) return second;
    throw environmentError(
      'world_broken',
      `The Python process was ended, and not by the code: ${first.error?.message}. Reset or restore the world, or open a new one.`,
    );
  }

  /** A branch. Costs the same whatever the tree holds, but for a copy of the namespace. */
  async fork(): Promise<TreePython> {
    const copy = await this.#copy();
    const branch = new TreePython(this.#python, copy?.files ?? this.files.fork(), this.#seed);
    branch.#past = this.#past;
    if (copy !== undefined) branch.#sandbox = Promise.resolve(copy);
    return branch;
  }

  async close(): Promise<void> {
    const sandbox = await this.#sandbox?.catch(() => undefined);
    await sandbox?.close();
  }

  async #copy(): Promise<Sandbox | undefined> {
    if (!this.#python.copiesNamespace || this.#sandbox === undefined) return undefined;
    try {
      return await (await this.#sandbox).fork({ copyNamespace: true });
    } catch (error) {
      // What can't be copied is made again by running the code.
      if (MettleError.isInstance(error) && error.code === 'sandbox/cannot_dump') return undefined;
      throw error;
    }
  }

  async #open(): Promise<Sandbox> {
    const now = this.files.checkpoint();
    const sandbox = await this.#python.open(this.files, this.#seed);
    if (this.#past === undefined) return sandbox;
    try {
      for (const [index, run] of oldestFirst(this.#past).entries()) {
        this.files.rollback(run.found);
        const digest = resultDigest(await runIn(sandbox, run.code, run));
        if (digest !== run.digest) throw otherAnswer(index + 1);
      }
      return sandbox;
    } catch (error) {
      await sandbox.close();
      throw error;
    } finally {
      this.files.rollback(now);
    }
  }
}

async function runIn(
  sandbox: Sandbox,
  code: string,
  { file, signal }: { readonly file: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<RunResult> {
  const result = await sandbox.run(code, {
    ...(file === undefined ? {} : { file }),
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  if (result.error?.kind === 'infrastructure') {
    throw environmentError(
      'world_broken',
      `The Python engine failed: ${result.error.message}. Reset or restore the world, or open a new one.`,
    );
  }
  return result;
}

function resultDigest(result: RunResult): string {
  return pythonAnswerDigest(pythonObservation(result));
}

function oldestFirst(last: PastRun): readonly PastRun[] {
  const runs: PastRun[] = [];
  for (let run: PastRun | undefined = last; run !== undefined; run = run.earlier) runs.push(run);
  return runs.reverse();
}
