import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { MettleError } from '../../../core/index.js';
import { cliError } from '../../error-codes.js';
import { isRenderedTests } from './render-tests.js';

/** Where the results of a call go. */
export interface OutputPlace {
  readonly path: string;
  /** Whether it is a folder, which gets `TASK.py` and so on; else it is the script's own file. */
  readonly isFolder: boolean;
}

/** The three files of a script. */
export interface OutputFiles {
  readonly script: string;
  readonly tests: string;
  readonly lineage: string;
}

/** Where the files of a task go. */
export function outputFiles({ path, isFolder }: OutputPlace, task: string): OutputFiles {
  const script = isFolder ? join(path, `${task}.py`) : path;
  const stem = basename(script, '.py');
  return {
    script,
    tests: join(dirname(script), `test_${stem}.py`),
    lineage: join(dirname(script), `${stem}.lineage.json`),
  };
}

/**
 * Where `--out` leads: for several tasks a folder, for one task too where it names one that is there, ends with a slash or
 * has no extension. Refuses, before any work is done, what cannot be written, is the task itself, or would replace a file
 * that the call does not name and that this command has not written.
 *
 * @param options.task the file of the task; null when it is none
 * @param options.names what the tasks are called
 */
export async function openOutput(
  path: string,
  options: {
    readonly isForMany: boolean;
    readonly endsWithSlash: boolean;
    readonly task: string | null;
    readonly names: readonly string[];
  },
): Promise<OutputPlace> {
  const existing = await stat(path).catch(() => null);
  const source = options.task === null ? null : await stat(options.task).catch(() => null);
  const isTask = existing !== null && existing.ino === source?.ino && existing.dev === source.dev;
  if (isTask && !options.isForMany) {
    throw unwritable(`--out ${path} is the task itself; name another file for the script.`);
  }
  const isFolder =
    options.isForMany ||
    options.endsWithSlash ||
    (existing === null ? extname(path) === '' : existing.isDirectory());
  if (existing !== null && isFolder && !existing.isDirectory()) {
    throw unwritable(`--out ${path} is a file; with a folder of tasks it names a folder.`);
  }
  if (!isFolder && extname(path) !== '.py') {
    throw unwritable(`--out ${path} is no name of a script; name a file that ends with .py, or a folder.`);
  }
  const parent = existing?.isDirectory() === true ? path : dirname(path);
  try {
    if (!(await stat(parent)).isDirectory()) throw new Error('it is a file');
    await access(parent, constants.W_OK);
  } catch (cause) {
    throw unwritable(
      `--out: ${parent} is not a folder that can be written; create it or choose another.`,
      cause,
    );
  }
  const place = { path, isFolder };
  refuseSharedNames(place, options.names);
  for (const name of options.names) await refuseOthersFiles(outputFiles(place, name), isFolder);
  return place;
}

/** Refuses tasks of which one would write over a file of another: the tests of `a` are where the script of `test_a` is. */
function refuseSharedNames(place: OutputPlace, names: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const name of names) {
    for (const path of Object.values(outputFiles(place, name))) {
      const owner = owners.get(path);
      if (owner !== undefined) {
        throw unwritable(
          `--out: the tasks ${owner} and ${name} would both write ${basename(path)}; rename one of them.`,
        );
      }
      owners.set(path, name);
    }
  }
}

/** Refuses to write over a file that was not named and is none of this command's. */
async function refuseOthersFiles({ script, tests, lineage }: OutputFiles, isFolder: boolean): Promise<void> {
  const head = { script: await headOf(script), tests: await headOf(tests), lineage: await headOf(lineage) };
  const isOwnLineage = head.lineage !== null && /^\{\s*"version": \d+,\s*"task": /.test(head.lineage);
  const other =
    head.tests !== null && !isRenderedTests(head.tests)
      ? tests
      : head.lineage !== null && !isOwnLineage
        ? lineage
        : // A script is written after its lineage.
          isFolder && head.script !== null && !isOwnLineage
          ? script
          : null;
  if (other !== null) {
    throw unwritable(
      `--out would replace ${other}, which mettle evolve has not written; move it, or choose another place.`,
    );
  }
}

/** How a file begins; null where there is none. */
async function headOf(path: string): Promise<string | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unwritable(`--out: cannot write ${path}: ${error.message}; choose another place.`, error);
  });
  if (found === null) return null;
  if (!found.isFile()) throw unwritable(`--out: ${path} is there and no file; choose another place.`);
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (cause) {
    throw unwritable(`--out: cannot read what is at ${path}; choose another place.`, cause);
  }
}

function unwritable(message: string, cause?: unknown): MettleError {
  return cliError('unwritable_output', message, { cause });
}
