import { readFileSync } from 'node:fs';
import { encodeMarshal } from './marshal-encode.js';

/** The modules that run inside, in the order in which they are loaded. */
const MODULES = [
  'forks',
  'system_calls',
  'confine',
  'landlock',
  'processes',
  'census',
  'folders',
  'counting',
  'workspace',
  'overlay',
  'values',
  'recursion',
  'source',
  'host_calls',
  'failures',
  'program_end',
  'memory_map',
  'packages',
  'programs',
  'place',
  'deterministic',
  'absent_files',
  'changes',
  'tree_modules',
  'namespace',
  'imports',
  'interpreter',
  'own_frames',
  'code_run',
  'shell',
  'session',
  'restrict',
  'zygote',
  'keeper',
  'pristine',
  'transfer',
  'limits',
  'environment',
  'run_channels',
  'own_time',
  'runs',
  'host_channel',
  'supervisor',
] as const;

/** Those of them that run only where they are needed: what they import themselves is much. */
const LATER: readonly (typeof MODULES)[number][] = ['deterministic'];

/** The code of the inside. */
interface InsideSources {
  /** The first text, for the command line. */
  readonly boot: string;
  /** The texts of the modules, as marshal data. */
  readonly sources: Buffer;
  /** The same as the boot text reads it. */
  readonly bundle: Buffer;
}

let sources: InsideSources | undefined;

/** The code of the inside, read once. */
export function insideSources(): InsideSources {
  if (sources === undefined) {
    const read = (name: string): string =>
      readFileSync(new URL(`./python/${name}.py`, import.meta.url), 'utf8');
    const bundle = encodeMarshal({
      order: MODULES.map((name) => `mettle_${name}`),
      later: LATER.map((name) => `mettle_${name}`),
      ...Object.fromEntries(MODULES.map((name) => [`mettle_${name}`, read(name)])),
    });
    sources = { boot: read('boot'), sources: Buffer.from(bundle), bundle: framed(bundle) };
  }
  return sources;
}

/** A bundle as the boot text reads it: its length, then its bytes. */
export function framed(bundle: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bundle.length);
  return Buffer.concat([size, bundle]);
}
