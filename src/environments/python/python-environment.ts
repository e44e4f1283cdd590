import { defineOptions, option } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { FILE_CONTENTS, type FileContents, treeOfContents } from '../files/file-contents.js';
import { FileFacts } from '../files/file-facts.js';
import { TreePython } from '../files/tree-python.js';
import { prepareWorldPython, WORLD_PYTHON_OPTIONS, type WorldPythonOptions } from '../files/world-python.js';
import { pythonTool } from '../python-tool.js';
import { worldStateDigest } from '../world-state.js';
import { NO_CALLS, PythonWorld } from './python-world.js';

/** Changes when the tool of {@link createPythonEnvironment} answers differently. */
const PYTHON_ENVIRONMENT_VERSION = 1;

/** What {@link createPythonEnvironment} makes a world from: how code runs, and the files that it finds. */
export interface PythonEnvironmentOptions extends WorldPythonOptions, FileContents {
  /** snake_case; part of the identity. Default `python`. */
  readonly name?: string;
}

const checkPythonEnvironmentOptions = defineOptions<PythonEnvironmentOptions>()('createPythonEnvironment', {
  ...WORLD_PYTHON_OPTIONS,
  ...FILE_CONTENTS,
  name: option.string,
});

/**
 * An environment whose worlds are Python sandboxes with one tool, `python`. Variables and files last through an
 * episode. The clock stands still and random numbers follow the world's seed, unless `deterministic` says otherwise.
 *
 * @example
 * ```ts
 * import { createPythonEnvironment } from 'mettle/environments';
 *
 * const environment = await createPythonEnvironment({ files: { 'data.csv': 'a,b\n1,2\n' } });
 * const world = await environment.open({ seed: 0 });
 * await world.call('python', { code: "rows = open('data.csv').read().split()" });
 * const branch = await world.fork();
 * const { observation } = await branch.call('python', { code: 'rows[1]' });
 * console.log(observation.content); // → "1,2"
 * await branch.close();
 * await world.close();
 * ```
 * @throws {MettleError} `core/invalid_option`, `environments/python_unavailable`, `environments/too_large`, and
 *   what `createSandbox` and `createFileTree` throw for their options.
 */
export async function createPythonEnvironment(options: PythonEnvironmentOptions = {}): Promise<Environment> {
  checkPythonEnvironmentOptions(options);
  return pythonEnvironment(options);
}

/** The environment of checked names of options, and what ends with it. */
export async function pythonEnvironment(
  options: PythonEnvironmentOptions,
  close?: () => Promise<void>,
): Promise<Environment> {
  const { name = 'python' } = options;
  const python = await prepareWorldPython(options);
  const tree = treeOfContents(options);
  const facts = FileFacts.of(tree);
  return defineEnvironment({
    name,
    version: PYTHON_ENVIRONMENT_VERSION,
    tools: [pythonTool],
    identity: { initialDigest: worldStateDigest(facts.now()), python: python.identity },
    ...(close === undefined ? {} : { close }),
    ...(python.cannotFork === undefined ? {} : { cannotFork: python.cannotFork }),
    ...(python.cannotReplay === undefined ? {} : { cannotReplay: python.cannotReplay }),
    sampleArguments: (tool) => (tool === pythonTool.name ? { code: 'print(2 + 2)' } : null),
    begin: async ({ seed }) => {
      const files = tree.fork();
      return new PythonWorld({
        python: new TreePython(python, files, seed),
        facts: facts.ofFork(files),
        calls: NO_CALLS,
      });
    },
  });
}
