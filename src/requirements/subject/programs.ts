import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Sandbox } from '../../sandbox/index.js';
import { compiledFor } from '../../sandbox/internal.js';

/** One of our own programs that run inside a sandbox. */
export type ProgramName = 'subject' | 'followed' | 'tests' | 'pytest' | 'doctests';

/** What both sides of a channel share. */
const CHANNEL = ['values', 'shared', 'remote', 'arrays', 'packing', 'known', 'awaiting', 'peer'] as const;

/** What runs tests that use nothing of pytest's, of mocks or of what is around the code. */
const TESTS = [
  ...CHANNEL,
  'decoys',
  'handed',
  'judge',
  'metaclasses',
  'libraries',
  'explain',
  'fixtures',
  'collect',
  'run_tests',
] as const;

const SURROUNDINGS = ['files', 'surroundings'] as const;

const FILES: Readonly<Record<ProgramName, readonly string[]>> = {
  subject: [...CHANNEL, 'streams', 'threads', 'subject'],
  followed: [...CHANNEL, ...SURROUNDINGS, 'streams', 'threads', 'subject'],
  tests: TESTS,
  pytest: [
    ...TESTS,
    ...SURROUNDINGS,
    'pytest_parameters',
    'pytest_marks',
    'monkeypatch',
    'pytest_caught',
    'pytest_names',
  ],
  doctests: [...CHANNEL, 'decoys', 'handed', 'judge', 'explain', 'doctests'],
};

interface ProgramText {
  readonly source: string;
  /** Compressed by zlib: all of it is sent with every use. */
  readonly packed: Uint8Array;
}

const texts = new Map<ProgramName, ProgramText>();

/** What a sandbox is given to start one of our programs: its text, and its compiled form where there is one already. */
export async function programInputs(
  name: ProgramName,
  sandbox: Sandbox,
): Promise<Readonly<Record<string, string | Uint8Array>>> {
  let text = texts.get(name);
  if (text === undefined) {
    const source = FILES[name]
      .map((file) => readFileSync(new URL(`./python/${file}.py`, import.meta.url), 'utf8'))
      .join('\n');
    text = { source, packed: deflateSync(source) };
    texts.set(name, text);
  }
  const compiled = await compiledFor(sandbox, text.source);
  return { mettle_text: text.packed, mettle_compiled: compiled ?? new Uint8Array() };
}

/** The function at the outer end of the stack of a program. */
export const START_FUNCTION = 'mettle_start';

/**
 * Starts a program, which is compiled here where it isn't compiled yet, or for another version of Python. The host takes
 * no compiled code from it: what this process runs next is code under judgement. `mettle_arguments` are the arguments of
 * its entry, after the function that talks to the host; bound values of the sandbox are the last one.
 */
export function startSource(entry: string): string {
  return `def ${START_FUNCTION}():
    import builtins, marshal, zlib
    from _frozen_importlib_external import MAGIC_NUMBER as magic
    names = {name: value for name, value in globals().items() if not name.startswith(("_", "mettle_"))}
    text, compiled, given = mettle_text, mettle_compiled, mettle_arguments
    for name in [name for name in globals() if name.startswith("mettle_") or name in names]:
        del globals()[name]
    if compiled[:len(magic)] == magic:
        code = marshal.loads(zlib.decompress(compiled[len(magic):]))
    else:
        code = compile(zlib.decompress(text), "<mettle>", "exec", dont_inherit=True)
    space = {"__name__": "mettle_side", "__builtins__": dict(vars(builtins))}
    exec(code, space)
    space[${JSON.stringify(entry)}](mettle_exchange, *given, names)
${START_FUNCTION}()
`;
}
