import { expect, it } from 'vitest';
import { createDockerEnvironment } from './docker-environment.js';

it('says what is missing where there are no containers', async () => {
  const program = '/nowhere/podman';
  await expect(createDockerEnvironment({ program })).rejects.toMatchObject({
    code: 'environments/python_unavailable',
    message: expect.stringContaining(program),
  });
  await expect(createDockerEnvironment({ engine: 'cpython' } as object)).rejects.toMatchObject({
    code: 'environments/invalid_option',
  });
});
