import type { FileTree } from '../../filesystem/index.js';
import type { Observation } from '../../records/index.js';
import {
  type RunOptions,
  type RunResult,
  type SandboxTool,
  sandboxTools,
  type ToolResult,
} from '../../sandbox/index.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import type { FileFacts } from './file-facts.js';
import type { TreePython } from './tree-python.js';

/** What a {@link FileWorld} is made from. */
export interface FileWorldParts {
  readonly files: FileTree;
  /** The facts of `files`. */
  readonly facts: FileFacts;
  /** The namespace over `files`, where Python is offered. */
  readonly python: TreePython | undefined;
}

/** A file tree of its own, the tools on it, and where it is offered a Python namespace over it. */
export class FileWorld implements WorldBody {
  readonly #parts: FileWorldParts;
  readonly #tools: ReadonlyMap<string, SandboxTool>;
  /** How the run of Python in the call at work ended. */
  #ran: RunResult | undefined;
  /** What stopped Python without an answer, in the call at work. */
  #failures: unknown[] = [];

  constructor(parts: FileWorldParts) {
    this.#parts = parts;
    const run = (code: string, options: RunOptions = {}): Promise<RunResult> =>
      this.#runPython(code, options);
    this.#tools = new Map(sandboxTools({ files: parts.files, run }).map((tool) => [tool.name, tool]));
  }

  async run({ tool, arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    this.#ran = undefined;
    this.#failures = [];
    const result = await this.#tools.get(tool)?.call(argumentValues, signal === undefined ? {} : { signal });
    if (this.#failures.length > 0) throw this.#failures[0];
    if (result === undefined) throw new Error(`A file world has no tool ${tool}.`);
    return observationOf(result, this.#ran);
  }

  state(): WorldState {
    return this.#parts.facts.now();
  }

  async fork(): Promise<WorldBody> {
    const { files: tree, facts, python: original } = this.#parts;
    const python = await original?.fork();
    const files = python?.files ?? tree.fork();
    return new FileWorld({ files, python, facts: facts.ofFork(files) });
  }

  async close(): Promise<void> {
    await this.#parts.python?.close();
  }

  async #runPython(code: string, { file, signal }: RunOptions): Promise<RunResult> {
    try {
      const { python } = this.#parts;
      if (python === undefined) throw new Error('This world has no Python.');
      this.#ran = await python.run(code, {
        ...(file === undefined ? {} : { file }),
        ...(signal === undefined ? {} : { signal }),
      });
      return this.#ran;
    } catch (error) {
      this.#failures.push(error);
      throw error;
    }
  }
}

function observationOf(result: ToolResult, ran: RunResult | undefined): Observation {
  const content = JSON.stringify(result);
  if (typeof result.error !== 'string') return { status: 'ok', content, data: result, error: null };
  const error = { type: ran?.error?.type ?? 'file_error', message: ran?.error?.message ?? result.error };
  return { status: 'error', content, data: result, error };
}
