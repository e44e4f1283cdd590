import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

/** For a machine that has much else to do: each of the steps down is looked up from the root. 2100 are too long for a path. */
const LONG = { timeoutSeconds: 100, deadlineSeconds: 100 };

const NESTED = `import os
home = os.getcwd()
open("beside.txt", "w").write("beside"); os.remove("kept.txt")
for _ in range(LEVELS):
    os.mkdir("d"); os.chdir("d")
os.chdir(home)`;

unless(SKIPPED).describe.each(MECHANISMS)('files that cannot be read back, in %s', (mechanism) => {
  const { open } = useCpython(mechanism);

  it.each([201, 2100])(
    'folders %i deep are refused with all that the run did to files, once',
    async (levels) => {
      const { run, files } = await open(createFileTree({ files: { 'kept.txt': 'kept' } }));
      await run('name = 1');
      const { error } = await run(NESTED.replace('LEVELS', String(levels)), {}, LONG);
      expect(error).toMatchObject({
        kind: 'limit',
        type: 'OSError',
        message: expect.stringMatching(/200|too deep/),
      });
      expect(files.files()).toEqual(['kept.txt']);
      const next = await run(
        'import os\nopen("new.txt", "w").write("new")\n[name, open("kept.txt").read(), sorted(os.listdir("."))]',
      );
      expect(next.error).toBeNull();
      expect(next.value).toEqual([1, 'kept', ['kept.txt', 'new.txt']]);
      expect(files.files()).toEqual(['kept.txt', 'new.txt']);
    },
  );

  it('folders 200 deep are kept', async () => {
    const { run, files } = await open(createFileTree({ files: { 'kept.txt': 'kept' } }));
    expect((await run(NESTED.replace('LEVELS', '200'))).error).toBeNull();
    expect(files.files()).toEqual(['beside.txt']);
  });

  it.each(['open(name, "w").close()', 'os.symlink("x", name)'])(
    'many paths of 50,000 characters are refused: %s',
    async (make) => {
      const { run, files } = await open(createFileTree({ files: { 'kept.txt': 'kept' } }));
      const code = `import os
for _ in range(190):
    os.mkdir("d" * 255); os.chdir("d" * 255)
for number in range(900):
    name = f"{number:0250d}"
    ${make}`;
      expect((await run(code)).error).toMatchObject({ kind: 'limit', type: 'OSError' });
      expect(files.files()).toEqual(['kept.txt']);
    },
  );

  it('a large tree is there again after it', async () => {
    const big = 'x'.repeat(5 << 20);
    const { run } = await open(createFileTree({ files: { 'kept.txt': 'kept', 'a.txt': big, 'b.txt': big } }));
    expect((await run(NESTED.replace('LEVELS', '300'))).error?.kind).toBe('limit');
    expect((await run('len(open("a.txt").read() + open("b.txt").read())')).value).toBe(10 << 20);
  });
});

const skippedLandlock = MECHANISMS.includes('landlock') ? SKIPPED : 'no Landlock';
unless(skippedLandlock).describe('bytes that only counting bounds', () => {
  const { open } = useCpython('landlock');

  it.each([
    [
      'a closed folder',
      'os.mkdir("d"); [open("d/" + n, "wb").write(bytes(600_000)) for n in "ab"]; os.chmod("d", 0)',
    ],
    ['a deep folder', 'for _ in range(2100): os.mkdir("d"); os.chdir("d")'],
  ])('cannot be hidden in %s', async (_name, hide) => {
    const { run } = await open(createFileTree(), { maxFileBytes: 1_000_000 });
    const code = `import os, time\n${hide}\ntime.sleep(9)`;
    expect((await run(code)).error).toMatchObject({ kind: 'limit', type: 'OSError' });
    expect((await run('import os\n[name for name in os.listdir(".") if name != "d"]')).value).toEqual([]);
  });
});
