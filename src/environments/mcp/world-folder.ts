import { cp, lstat, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { defineOptions, isJsonObject, type Json, type JsonObject, option, sha256 } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import { makeHostFolder } from '../../sandbox/internal.js';
import type { McpProcess } from '../../tools/index.js';
import type { WorldState } from '../world-state.js';
import { LONGEST_TEXT } from './longest-text.js';

/** The folder that each world of an MCP server has to itself, in the place of `{folder}`. */
export interface McpFolderOptions {
  /** What it holds at the start: texts by their paths. Default: nothing. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * A folder of this machine whose files are copied into it first, as they are when the environment is made; links and whatever else is
   * neither file nor folder are left out. Default: none.
   */
  readonly copyOf?: string;
  /** Whether its files and folders are facts, `files/PATH`. Default true. */
  readonly facts?: boolean;
}

const checkFolderOptions = defineOptions<McpFolderOptions>()('createMcpEnvironment folder', {
  files: option.record,
  copyOf: option.string,
  facts: option.boolean,
});

/** What agents see in the place of the folder's path, which is another in each world. */
const SHOWN = '/world';
const PLACEHOLDER = '{folder}';
/** Files and folders that may be facts. */
const MOST_ENTRIES = 10_000;
/** Times that a folder is gone through whose files go meanwhile. */
const MOST_WALKS = 5;

/** Whether a server is told of a folder: whether `{folder}` stands in its arguments, environment or cwd. */
export function namesFolder({ args = [], env = {}, cwd = '' }: McpProcess): boolean {
  return [...args, ...Object.values(env), cwd].some((text) => text.includes(PLACEHOLDER));
}

/** @throws {MettleError} `core/invalid_option` for options that are wrong, and files outside the folder. */
export function checkFolder(options: McpFolderOptions): void {
  const { files = {} } = checkFolderOptions(options);
  const outside = Object.keys(files).find((path) => !isInside('/folder', resolve('/folder', path)));
  if (outside === undefined) return;
  throw coreError('invalid_option', `The file ${JSON.stringify(outside)} is not inside the world's folder.`);
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(`${folder}${sep}`) || path.startsWith(`${folder}/`);
}

/** The folder of one world. */
export class WorldFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws {MettleError} `core/invalid_option` for a `copyOf` that is no folder. */
  static async make({ files = {}, copyOf }: McpFolderOptions): Promise<WorldFolder> {
    return WorldFolder.#filled(async (path) => {
      if (copyOf !== undefined) await copyFolder(await folderToCopy(copyOf), path);
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), text);
      }
    });
  }

  static async #filled(fill: (path: string) => Promise<void>): Promise<WorldFolder> {
    const folder = new WorldFolder(makeHostFolder('world'));
    try {
      await fill(folder.#path);
      return folder;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  }

  /** A folder with the same files. */
  copy(): Promise<WorldFolder> {
    return WorldFolder.#filled((path) => copyFolder(this.#path, path));
  }

  /** The server with the folder in the place of `{folder}`; as its cwd where it isn't told of one. */
  serverIn(server: McpProcess): McpProcess {
    const { args, env, cwd } = server;
    if (!namesFolder(server)) return { ...server, cwd: cwd ?? this.#path };
    const fill = (text: string): string => text.replaceAll(PLACEHOLDER, this.#path);
    return {
      ...server,
      ...(args === undefined ? {} : { args: args.map(fill) }),
      ...(env === undefined
        ? {}
        : { env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])) }),
      ...(cwd === undefined ? {} : { cwd: fill(cwd) }),
    };
  }

  /** Arguments with the folder's real path where one is a path in it. */
  toServer(values: JsonObject): JsonObject {
    return mapTexts({ ...values }, (text) =>
      text === SHOWN || /^\/world\/[^\n]*$/.test(text) ? this.#path + text.slice(SHOWN.length) : text,
    ) as JsonObject;
  }

  /** What the server says, with `/world` for the folder. */
  toAgent<T>(said: T): T {
    return mapTexts(said as Json, (text) => text.replaceAll(this.#path, SHOWN)) as T;
  }

  /** `files/PATH` for each file, its text or else its hash; `files/PATH/` for each folder. */
  async facts(): Promise<WorldState> {
    return unlessMoved(async () => {
      const entries = await readdir(this.#path, { recursive: true, withFileTypes: true });
      if (entries.length > MOST_ENTRIES) {
        throw new Error(`the world's folder holds ${entries.length} files and folders, over ${MOST_ENTRIES}`);
      }
      const facts = new Map<string, Json>();
      for (const entry of entries) {
        const path = join(entry.parentPath ?? entry.path, entry.name);
        const name = `files/${relative(this.#path, path).split(sep).join('/')}`;
        if (entry.isDirectory()) facts.set(`${name}/`, true);
        else if (entry.isFile()) facts.set(name, this.toAgent(contentFact(await readFile(path))));
      }
      return new Map([...facts].sort(([one], [other]) => (one < other ? -1 : 1)));
    });
  }

  async remove(): Promise<void> {
    // The server's own processes may still write when it is gone.
    await rm(this.#path, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function folderToCopy(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null && (await lstat(real)).isDirectory()) return real;
  throw coreError('invalid_option', `There is no folder ${JSON.stringify(path)} to copy (copyOf).`);
}

function copyFolder(from: string, to: string): Promise<void> {
  return unlessMoved(() => cp(from, to, { recursive: true, filter: isFileOrFolder }));
}

async function isFileOrFolder(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isFile() || found.isDirectory();
}

/** Goes through a folder, again where a file went meanwhile; what goes all the time is an error. */
async function unlessMoved<T>(walk: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await walk();
    } catch (error) {
      if (tries === MOST_WALKS || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function contentFact(bytes: Uint8Array): Json {
  if (bytes.length <= LONGEST_TEXT) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // Not a text.
    }
  }
  return { bytes: bytes.length, sha256: sha256(bytes) };
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name), mapTexts(member as Json, change)]),
  );
}
