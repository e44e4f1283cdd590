import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { unusedUser } from './confinement.js';
import { findPython } from './find-python.js';
import { probeCpython } from './probe-cpython.js';

const user = unusedUser();
const { available } = await probeCpython({ environment: process.env });
const skipped = user === null || !available ? 'needs root and a Python for every user' : '';
const folder = fileURLToPath(new URL('./python/', import.meta.url));

/** What our own module answers as a user of its own: alone, with a child, with its zombie, and alone again. */
const SCRIPT = `
import json, os, sys, types
processes = types.ModuleType("processes")
exec(sys.stdin.read(), processes.__dict__)
def matching(): return [tasks for tasks in range(1, 6) if processes.are_as_many(tasks)]
found = [matching()]
reader, writer = os.pipe()
child = os.fork()
if child == 0:
    os.close(writer)
    os.read(reader, 1)
    os._exit(0)
found.append(matching())
os.close(writer)
os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
found.append(matching())
os.waitpid(child, 0)
found.append(matching())
print(json.dumps(found))
`;

unless(skipped).describe(`the kernel's count of what runs as a user`, () => {
  it('is met by one number alone', async () => {
    const python = await findPython({ environment: process.env, unprivileged: true });
    const { stdout, stderr } = spawnSync(python.executable, ['-I', '-S', '-c', SCRIPT], {
      input: readFileSync(`${folder}processes.py`),
      encoding: 'utf8',
      cwd: '/',
      env: {},
      ...(user === null ? {} : { uid: user, gid: user }),
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([[1], [2], [2], [1]]);
  });
});
