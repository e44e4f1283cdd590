import { defineOptions, isJsonObject, type JsonObject, option } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { worldStateDigest } from '../world-state.js';
import { FILE_CONTENTS, type FileContents, treeOfContents } from './file-contents.js';
import { FileFacts } from './file-facts.js';
import { fileTools } from './file-tools.js';
import { FileWorld } from './file-world.js';
import { TreePython } from './tree-python.js';
import { prepareWorldPython, type WorldPythonOptions } from './world-python.js';

/** Changes when the tools of {@link createFileEnvironment} answer differently. */
const FILE_ENVIRONMENT_VERSION = 1;

/** What {@link createFileEnvironment} makes a world from. */
export interface FileEnvironmentOptions extends FileContents {
  /** snake_case; part of the identity. Default `files`. */
  readonly name?: string;
  /** Whether agents may change files by tools. Default true; false leaves out `write_file` and `edit_file`. */
  readonly writable?: boolean;
  /** Offers `run_python_code` and `run_python_file`; `true` stands for the usual settings. Default: no Python. */
  readonly python?: WorldPythonOptions | boolean;
}

const checkFileEnvironmentOptions = defineOptions<FileEnvironmentOptions>()('createFileEnvironment', {
  ...FILE_CONTENTS,
  name: option.string,
  writable: option.boolean,
  python: option.either(option.object, option.boolean),
});

/**
 * An environment whose worlds are copy-on-write file trees in memory, with the tools `list_files`, `read_file`,
 * `search_files`, `write_file` and `edit_file`, and where Python is offered `run_python_code` and `run_python_file`,
 * whose process starts at the first run. The state is the files; nothing reaches the host.
 *
 * @example
 * ```ts
 * import { createFileEnvironment } from 'mettle/environments';
 *
 * const environment = await createFileEnvironment({ files: { 'notes.txt': 'buy figs\n' } });
 * const world = await environment.open({ seed: 0 });
 * const { changes } = await world.call('edit_file', { path: 'notes.txt', old: 'figs', new: 'dates' });
 * console.log(changes[0]?.name, changes[0]?.after); // → files/notes.txt { text: 'buy dates\n' }
 * await world.close();
 * ```
 * @throws {MettleError} `core/invalid_option`, `environments/too_large`, what `createFileTree` throws for the
 *   contents, and where Python is offered `environments/python_unavailable` and what the sandbox throws for its options.
 */
export async function createFileEnvironment(options: FileEnvironmentOptions): Promise<Environment> {
  checkFileEnvironmentOptions(options);
  const { name = 'files', writable = true, python: asked = false } = options;
  const python = asked === false ? undefined : await prepareWorldPython(asked === true ? {} : asked);
  const tree = treeOfContents(options);
  const facts = FileFacts.of(tree);
  const texts = [...facts.now()].flatMap(([fact, value]) =>
    isJsonObject(value) && 'text' in value ? [fact.slice('files/'.length)] : [],
  );
  return defineEnvironment({
    name,
    version: FILE_ENVIRONMENT_VERSION,
    tools: fileTools({ writable, python: python !== undefined }),
    identity: { initialDigest: worldStateDigest(facts.now()), python: python?.identity ?? null },
    ...(python?.cannotFork === undefined ? {} : { cannotFork: python.cannotFork }),
    ...(python?.cannotReplay === undefined ? {} : { cannotReplay: python.cannotReplay }),
    sampleArguments: (tool, { prompt, seed }) => sampleArguments(texts, tool, prompt, seed),
    begin: async ({ seed }) => {
      const files = tree.fork();
      return new FileWorld({
        files,
        facts: facts.ofFork(files),
        python: python === undefined ? undefined : new TreePython(python, files, seed),
      });
    },
  });
}

function sampleArguments(
  texts: readonly string[],
  tool: string,
  prompt: string,
  seed: number,
): JsonObject | null {
  const pathIn = (paths: readonly string[], after = 0): { readonly path: string } | null => {
    const path = paths[(Math.abs(Math.trunc(seed)) + after) % Math.max(1, paths.length)];
    return path === undefined ? null : { path };
  };
  switch (tool) {
    case 'list_files':
      return {};
    case 'read_file':
      return pathIn(texts);
    case 'search_files':
      return { pattern: longestWord(prompt) || '.' };
    case 'write_file':
      return { path: 'sample.txt', content: prompt };
    case 'move_file': {
      const moved = pathIn(texts);
      return moved === null ? null : { ...moved, to: `moved/${moved.path}` };
    }
    case 'delete_file':
      return pathIn(texts, 1);
    case 'run_python_code':
      return { code: 'print(2 + 2)' };
    case 'run_python_file':
      return pathIn(texts.filter((path) => path.endsWith('.py')));
    default:
      return null;
  }
}

function longestWord(text: string): string {
  const words = text.match(/[A-Za-z0-9]+/g) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
