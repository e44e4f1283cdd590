import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { ATTEMPTS, CALLS, PREPARED } from './hostile.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

let folder: string;
let secret: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-attack-'));
  secret = join(folder, 'secret.txt');
  chmodSync(folder, 0o777);
  writeFileSync(secret, 'the secret');
  chmodSync(secret, 0o666);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

unless(SKIPPED).describe.each(MECHANISMS)('hostile cases in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  const given = () => ({ secret, host: process.pid });
  let session: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    session = await open();
    expect((await session.run(PREPARED, { inputs: given() })).error).toBeNull();
  });

  unless(process.arch === 'x64' ? null : 'its numbers of system calls are those of x64').it(
    `refuses ${CALLS.length} system calls, each by name`,
    async () => {
      const code = `new = ctypes.create_string_buffer(256)
pair = socket.socketpair()
things = {"new": new, "secret": secret.encode(), "pair": pair[0].fileno(), "file": os.open("opened", os.O_RDWR | os.O_CREAT),
          "folder": os.open(".", os.O_RDONLY)}
own = os.getpid()
worked = []
for name, number, *args in calls:
    ctypes.set_errno(0)
    given = [things[part] if isinstance(part, str) else ctypes.c_long(part) for part in args]
    result = libc.syscall(ctypes.c_long(number), *given)
    if os.getpid() != own: os._exit(0)
    if result != -1 or ctypes.get_errno() not in (1, 12, 38, 95): worked.append([name, result, ctypes.get_errno()])
for end in pair: end.close()
worked`;
      const calls = CALLS.map((call) => [...call]);
      const { value, error } = await session.run(code, { inputs: { ...given(), calls } });
      expect([value, error]).toEqual([[], null]);
    },
  );

  it.each(ATTEMPTS)('holds against %s', async (_name, code) => {
    const before = statSync(secret);
    const { value, error } = await session.run(code, { inputs: given() });
    expect([value, error]).toEqual([true, null]);
    expect(readFileSync(secret, 'utf8')).toBe('the secret');
    const after = statSync(secret);
    expect([after.mode, after.mtimeMs, after.nlink]).toEqual([before.mode, before.mtimeMs, before.nlink]);
  });
});
