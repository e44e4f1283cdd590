import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { unusedUser } from './confinement.js';
import { createCpythonEngine } from './cpython-engine.js';
import { changeCases } from './reset-cases.fixture.js';
import { CHANGES, SURVEY } from './reset-survey.fixture.js';
import { MECHANISMS, SKIPPED, useCpython, useEngine } from './test-engine.fixture.js';

/** Text hashes differ from process to process and are the same in all forks of one. */
const WHICH_PROCESS = 'hash("which process")';

/** Counts texts that look like the secret in all memory of its own that the code can find. */
const SEARCH = `import ctypes, os, re
libc = ctypes.CDLL(None)
reader, writer = os.pipe()
found = set()
places = [id(object()), id([0] * 9), id(bytearray(100)), ctypes.addressof(ctypes.create_string_buffer(100)),
          ctypes.addressof(ctypes.create_string_buffer(100000)), id("x" * 100000), id(os), id(re)]
for start in {place >> 22 for place in places}:
    for page in range((start - 1) << 22, (start + 2) << 22, 4096):
        if libc.write(writer, ctypes.c_void_p(page), 4096) == 4096:
            found.update(re.findall(b"SECRET-[0-9a-f]{32}", os.read(reader, 4096)))
len(found)`;

unless(SKIPPED).describe.each(MECHANISMS)('what is left after reset in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  // Else the code's processes cannot be told from others of the host's user, and each reset takes a new process.
  const inPlace = mechanism === 'bubblewrap' || unusedUser() !== null;

  it(`is nothing, in ${inPlace ? 'the same' : 'a new'} process, for code that behaves`, async () => {
    const { run, session } = await open();
    const before = (await run(SURVEY)).value;
    const which = (await run(WHICH_PROCESS)).value;
    await session.reset();
    expect((await run(SURVEY)).value).toEqual(before);
    expect((await run(WHICH_PROCESS)).value === which).toBe(inPlace);
  });

  changeCases(
    open,
    CHANGES.filter((_, index) => index % 6 === 0),
  );

  const why = inPlace ? '' : 'Landlock resets in place only where the host is root';
  unless(why).it('is the same process after an attack that the process outlives', async () => {
    const { run, session, files } = await open();
    const which = (await run(WHICH_PROCESS)).value;
    for (const name of [
      'a daemon, a thread and what runs at exit',
      'files everywhere',
      'every descriptor',
      'memory',
    ]) {
      await run(CHANGES.find(([other]) => other === name)?.[1] ?? '', {}, { timeoutSeconds: 1 });
      await session.reset();
      files.reset();
      expect([name, (await run(WHICH_PROCESS)).value]).toEqual([name, which]);
    }
    expect((await run(WHICH_PROCESS)).value).toBe(which);
  });

  it('is nothing of the code, its output, its value or its files in memory', async () => {
    const files = createFileTree();
    const { run, session } = await open(files);
    const secret = `SECRET-${randomBytes(16).toString('hex')}`;
    const code = `kept = [${JSON.stringify(secret)}]\nprint(kept)\nopen("file.txt", "w").write(kept[0] * 500)\nkept * 100`;
    await run(code);
    expect((await run(SEARCH)).value).toBeGreaterThan(0);
    await session.reset();
    files.reset();
    expect((await run(SEARCH)).value).toBe(0);
  });

  // The process that a reset takes gets ready while the code runs, so several resets hit on it.
  const resets = Array.from({ length: 12 }, (_, number) => number);

  it('is nothing of a module of the tree that ours would import while the next process gets ready', async () => {
    const module = 'import builtins\nbuiltins.left = 1\ndef dumps(value): return ""';
    const { run, session, files } = await open(createFileTree({ files: { 'json.py': module } }));
    for (const number of resets) {
      expect([number, (await run('import builtins; hasattr(builtins, "left")')).value]).toEqual([
        number,
        false,
      ]);
      await session.reset();
      files.reset();
    }
  });

  it('is a process that works, where the code closes its folder while that gets ready', async () => {
    const { run, session } = await open();
    for (const number of resets) {
      // Where the host's user is shared, the folder cannot be closed.
      const { error, value } = await run(
        'import contextlib, os\nwith contextlib.suppress(OSError):\n    os.chmod(os.getcwd(), 0)\n1',
      );
      expect([number, error?.message, value]).toEqual([number, undefined, 1]);
      await session.reset();
    }
  });

  it('is the tree, sent again', async () => {
    const { run, session, files } = await open(createFileTree({ files: { 'a.txt': 'a', 'b/c.txt': 'c' } }));
    await run('import os, shutil\nshutil.rmtree("b"); open("a.txt", "w").write("changed")');
    await session.reset();
    files.reset();
    expect((await run('open("a.txt").read() + open("b/c.txt").read()')).value).toBe('ac');
  });
});

unless(SKIPPED).describe('a process for each reset', () => {
  const { open } = useEngine(() => createCpythonEngine({ environment: process.env, resetsPerProcess: 0 }));

  it('is what an engine without resets in place gives', async () => {
    const { run, session } = await open();
    const which = (await run(WHICH_PROCESS)).value;
    await session.reset();
    expect((await run(WHICH_PROCESS)).value).not.toBe(which);
  });
});
