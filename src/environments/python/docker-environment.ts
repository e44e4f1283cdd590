import { checkOptionNames } from '../../core/internal.js';
import { createDockerEngine, type DockerEngineOptions } from '../../sandbox/index.js';
import type { Environment } from '../environment.js';
import { type PythonEnvironmentOptions, pythonEnvironment } from './python-environment.js';

/** What {@link createDockerEnvironment} makes a world from. */
export interface DockerEnvironmentOptions
  extends Omit<PythonEnvironmentOptions, 'engine' | 'packages'>,
    Partial<DockerEngineOptions> {}

const OPTIONS = [
  ...['program', 'globalFlags', 'runFlags', 'image', 'python', 'environment'],
  ...['name', 'limits', 'deterministic', 'files', 'folder', 'ignore', 'maxBytes'],
];

/**
 * {@link createPythonEnvironment} with each world in a container of its own, by Docker or Podman: no network, no
 * privileges, an image that can't be written, and caps on memory, processes and time. Nothing is pulled: the image must
 * exist.
 *
 * @throws {MettleError} as `createPythonEnvironment`; `environments/python_unavailable` where there is no container
 *   program or no such image.
 */
export async function createDockerEnvironment(options: DockerEnvironmentOptions = {}): Promise<Environment> {
  checkOptionNames(options, OPTIONS, {
    code: 'environments/invalid_option',
    owner: 'createDockerEnvironment',
  });
  const { program, globalFlags, runFlags, image, python, environment = process.env, ...rest } = options;
  const engine = createDockerEngine({
    environment,
    ...(program === undefined ? {} : { program }),
    ...(globalFlags === undefined ? {} : { globalFlags }),
    ...(runFlags === undefined ? {} : { runFlags }),
    ...(image === undefined ? {} : { image }),
    ...(python === undefined ? {} : { python }),
  });
  try {
    return await pythonEnvironment({ name: 'docker', ...rest, engine }, () => engine.close());
  } catch (error) {
    await engine.close();
    throw error;
  }
}
