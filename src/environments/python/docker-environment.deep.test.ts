import { afterAll, expect, it } from 'vitest';
import { makeLocalImage } from '../../sandbox/docker/local-image.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { World } from '../environment.js';
import { describeEnvironment } from '../testing/describe-environment.fixture.js';
import { createDockerEnvironment } from './docker-environment.js';
import { pythonSubject } from './python-conformance.fixture.js';

const image = makeLocalImage('folder');
afterAll(image.remove);

async function python(world: World, code: string) {
  return (await world.call('python', { code })).observation;
}

unless(image.skipped).describe('a world in a container', () => {
  describeEnvironment(
    'a Python world',
    pythonSubject(() => createDockerEnvironment(image.options)),
  );

  it('keeps names and files, forks, and has no network and caps on memory and processes', async () => {
    await using environment = await createDockerEnvironment({
      ...image.options,
      files: { 'in.txt': 'in' },
      limits: { memoryMegabytes: 100, timeoutSeconds: 3 },
    });
    expect(environment.tools.map(({ name }) => name)).toEqual(['python']);
    await using world = await environment.open({ seed: 0 });
    await python(world, "x = open('in.txt').read()\nopen('out.txt', 'w').write(x * 2)");
    expect(world.state().get('files/out.txt')).toEqual({ text: 'inin' });
    await using branch = await world.fork();
    expect((await python(branch, "x = x + '!'\nx")).data).toMatchObject({ value: 'in!' });
    expect((await python(world, 'x')).data).toMatchObject({ value: 'in' });
    for (const [code, type] of [
      ['import socket; socket.socket()', /PermissionError/],
      ['bytearray(10**9)', /Memory/],
      ['import os\nwhile True:\n    os.fork()', /Error|Timeout/],
    ] as const) {
      expect((await python(branch, code)).error?.type).toMatch(type);
    }
  });
});
