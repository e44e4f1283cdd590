import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

const SECRET = 'what nobody lent';

let outside: string;
let folder: string;

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'mettle-lent-'));
  folder = join(outside, 'lent');
  for (const path of ['.git', '.ssh', 'd']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['../secret', '.env', '.git/config', '.ssh/id_rsa', 'GIT~1'])
    writeFileSync(join(folder, path), SECRET);
  writeFileSync(join(folder, 'a.txt'), 'a');
  writeFileSync(join(folder, 'd/b.txt'), 'b');
  // Files of a tree of more than 8 MB are sent when they are opened.
  writeFileSync(join(folder, 'large'), Buffer.alloc(9_000_000));
  symlinkSync('../secret', join(folder, 'link'));
  symlinkSync('..', join(folder, 'out'));
  symlinkSync('.env', join(folder, 'inner'));
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

/** What code asks the host for in the place of the runner, which asks for files of the tree alone. */
const PATHS = [
  ...['../secret', 'd/../../secret', '/etc/passwd', '.env', './.env', 'd/../.env', '.env ', '.git/config'],
  ...[
    '.GIT/config',
    '.git//config',
    '.git\u200c/config',
    '.ssh/id_rsa',
    'GIT~1',
    'link',
    'out/secret',
    'inner',
  ],
  ...['', '.', '..', 'd', 'a.txt/..', 'a.txt\0', 'large/x', '__proto__', 'constructor'],
];

const FORGED = `import gc, marshal, os
channel = next(found for found in gc.get_objects() if type(found).__name__ == "Channel")
def fetch(path):
    channel.send(b"P", marshal.dumps(path, 2))
    return marshal.loads(channel.receive()[1])
`;

/** What code puts in the place of a file before it asks for its content. */
const SWAPS = {
  'a link': 'os.unlink("a.txt"); os.symlink("../secret", "a.txt")\nfetch("a.txt")',
  'a link above it': 'os.rename("d", "e"); os.symlink("..", "d")\nfetch("d/b.txt")',
  'a folder': 'os.unlink("a.txt"); os.mkdir("a.txt")\nfetch("a.txt")',
  'a pipe': 'os.unlink("a.txt"); os.mkfifo("a.txt")\nfetch("a.txt")',
};

unless(SKIPPED).describe.each(MECHANISMS)('forged questions for files in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  const lent = () => createFileTree({ base: folder });

  it('get nothing that was not lent', async () => {
    const { run } = await open(lent());
    const { error, value } = await run(
      `${FORGED}answers = [fetch(path) for path in paths]
def content(path):
    try: return open(path).read()
    except (OSError, ValueError): return None
[answers, [content(path) for path in paths], open("a.txt").read()]`,
      { inputs: { paths: PATHS } },
    );
    expect(error).toBeNull();
    expect(value).toEqual([PATHS.map(() => [true, null]), PATHS.map(() => null), 'a']);
  });

  it.each(Object.entries(SWAPS))(
    'are answered nowhere else where %s took the place of a file',
    async (_name, code) => {
      const { run, files } = await open(lent());
      const result = await run(`${FORGED}${code}`);
      expect(JSON.stringify([result.value, result.stdout, result.error])).not.toContain(SECRET);
      const kept = files.files().filter((path) => path !== 'large');
      expect(kept.map((path) => files.readText(path)).filter((text) => text.includes(SECRET))).toEqual([]);
      expect((await run('1 + 1')).value).toBe(2);
    },
  );
});
