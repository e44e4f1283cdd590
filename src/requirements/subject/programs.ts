import { readFileSync } from 'node:fs';
import type { EngineName } from '../../sandbox/index.js';

/** One of our own programs that run inside a sandbox. */
export type ProgramName = 'subject' | 'tests' | 'doctests';

/** What both sides of a channel share. */
const CHANNEL = ['values', 'shared', 'remote', 'packing', 'known', 'peer', 'folder'] as const;

const FILES: Readonly<Record<ProgramName, readonly string[]>> = {
  subject: [...CHANNEL, 'streams', 'subject'],
  tests: [
    ...CHANNEL,
    'judge',
    'metaclasses',
    'libraries',
    'explain',
    'collect',
    'pytest_parameters',
    'pytest_marks',
    'monkeypatch',
    'pytest_names',
    'run_tests',
  ],
  doctests: [...CHANNEL, 'judge', 'explain', 'doctests'],
};

const texts = new Map<ProgramName, string>();
const compiled = new Map<string, Uint8Array>();

/** What a sandbox is given to start one of our programs: its text, and its compiled form once one has made it. */
export function programInputs(
  name: ProgramName,
  engine: EngineName,
): Readonly<Record<string, string | Uint8Array>> {
  let source = texts.get(name);
  if (source === undefined) {
    source = FILES[name]
      .map((file) => readFileSync(new URL(`./python/${file}.py`, import.meta.url), 'utf8'))
      .join('\n');
    texts.set(name, source);
  }
  return { mettle_text: source, mettle_compiled: compiled.get(`${engine} ${name}`) ?? new Uint8Array() };
}

/** Keeps the compiled form, which a process hands over before it has read anything of the code's. */
export function keepCompiled(name: ProgramName, engine: EngineName, bytes: Uint8Array): void {
  compiled.set(`${engine} ${name}`, bytes);
}

/** The function at the outer end of the stack of a program. */
export const START_FUNCTION = 'mettle_start';

/**
 * Starts a program. Compiled bytes of another version of Python are not used. `mettle_arguments` are the arguments of
 * its entry, after the function that talks to the host; bound values of the sandbox are the last one.
 */
export function startSource(entry: string): string {
  return `def ${START_FUNCTION}():
    import builtins, marshal
    from _frozen_importlib_external import MAGIC_NUMBER as magic
    names = {name: value for name, value in globals().items() if not name.startswith(("_", "mettle_"))}
    text, compiled, given = mettle_text, mettle_compiled, mettle_arguments
    for name in [name for name in globals() if name.startswith("mettle_") or name in names]:
        del globals()[name]
    if compiled[:len(magic)] == magic:
        code = marshal.loads(compiled[len(magic):])
    else:
        code = compile(text, "<mettle>", "exec", dont_inherit=True)
        mettle_exchange(magic + marshal.dumps(code))
    space = {"__name__": "mettle_side", "__builtins__": dict(vars(builtins))}
    exec(code, space)
    space[${JSON.stringify(entry)}](mettle_exchange, *given, names)
${START_FUNCTION}()
`;
}
