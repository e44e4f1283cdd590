import { createFileTree } from '../filesystem/index.js';
import type { Engine } from './engine.js';
import { DEFAULT_SANDBOX_LIMITS } from './limits.js';

/** Uses of a program before it is compiled once for all further ones: a session of its own costs as much as these. */
const USES_WITHOUT = 2;

/** Gives the version of the interpreter's byte code, then the code itself, compressed: it is sent with every use. */
const COMPILE = `import marshal, zlib
from _frozen_importlib_external import MAGIC_NUMBER as magic
magic + zlib.compress(marshal.dumps(compile(mettle_text, "<mettle>", "exec", dont_inherit=True)))
`;

interface Program {
  uses: number;
  compiled: Promise<Uint8Array | null> | null;
}

const programs = new WeakMap<Engine, Map<string, Program>>();

/**
 * A program of Mettle's own as an engine's interpreter compiles it, or null while that isn't worth its cost and where it
 * fails. The bytes come from a session that is opened for this alone and loads no other code: a process that loads code
 * of anyone else has no say in what later processes run.
 */
export function compiledProgram(engine: Engine, source: string): Promise<Uint8Array | null> {
  const known = programs.get(engine) ?? new Map<string, Program>();
  programs.set(engine, known);
  const program = known.get(source) ?? { uses: 0, compiled: null };
  known.set(source, program);
  program.uses += 1;
  if (program.uses <= USES_WITHOUT) return Promise.resolve(null);
  program.compiled ??= compile(engine, source)
    .catch(() => null)
    .then((bytes) => {
      // The cause may be gone at the next use.
      if (bytes === null) program.compiled = null;
      return bytes;
    });
  return program.compiled;
}

async function compile(engine: Engine, source: string): Promise<Uint8Array | null> {
  const session = await engine.openSession({ files: createFileTree(), limits: DEFAULT_SANDBOX_LIMITS });
  try {
    const { value } = await session.run({
      code: COMPILE,
      runNumber: 1,
      fileName: null,
      inputs: { mettle_text: source },
      functions: {},
      limits: DEFAULT_SANDBOX_LIMITS,
      signal: null,
      onOutput: null,
    });
    return value instanceof Uint8Array ? value : null;
  } finally {
    await session.close();
  }
}
