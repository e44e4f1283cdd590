import { afterEach, expect, it } from 'vitest';
import { createCpythonEngine, probeCpython } from '../../sandbox/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { createFileEnvironment } from '../files/file-environment.js';
import { createPythonEnvironment } from './python-environment.js';

const { TMPDIR } = process.env;
const cpython = await probeCpython({ environment: process.env });

afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
});

unless(cpython.available ? null : cpython.why).it(
  'Python worlds are refused, in one line, where there is no folder for temporary files',
  async () => {
    process.env.TMPDIR = '/nowhere/at all';
    const engine = createCpythonEngine({ environment: { ...process.env } });
    const refused = {
      code: 'environments/python_unavailable',
      message: expect.stringMatching(/^The engine cpython can't run Python here: [^\n]*[^.\n]\.$/),
    };
    await expect(createPythonEnvironment({ engine })).rejects.toMatchObject(refused);
    await expect(createFileEnvironment({ python: { engine } })).rejects.toMatchObject(refused);
    await engine.close();
  },
);

it('file worlds without Python need no disk', async () => {
  process.env.TMPDIR = '/nowhere/at all';
  await using world = await (await createFileEnvironment({ files: {} })).open({ seed: 0 });
  expect((await world.call('write_file', { path: 'a', content: 'b' })).observation.status).toBe('ok');
});
