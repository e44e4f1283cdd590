import { expect, it } from 'vitest';
import { createDockerEnvironment, type DockerEnvironmentOptions } from './docker-environment.js';

it.each<DockerEnvironmentOptions>([
  { image: 'python:3-slim' },
  { globalFlags: ['--log-level=error'] },
  { runFlags: ['--pull=never'] },
  { python: 'python3' },
  { environment: {} },
  { name: 'box', limits: {}, deterministic: false, files: { 'a.txt': '' }, maxBytes: 10 },
])('takes the options %j', async (options) => {
  await expect(createDockerEnvironment({ program: '/nowhere/podman', ...options })).rejects.toMatchObject({
    code: 'environments/python_unavailable',
  });
});

it('says what is missing where there are no containers', async () => {
  const program = '/nowhere/podman';
  await expect(createDockerEnvironment({ program })).rejects.toMatchObject({
    code: 'environments/python_unavailable',
    message: expect.stringContaining(program),
  });
  await expect(createDockerEnvironment({ engine: 'cpython' } as object)).rejects.toMatchObject({
    code: 'core/invalid_option',
  });
});
