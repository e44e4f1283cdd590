import { defineOptions, option } from '../../core/index.js';
import { createDockerEngine, type DockerEngineOptions } from '../../sandbox/index.js';
import type { Environment } from '../environment.js';
import { type PythonEnvironmentOptions, pythonEnvironment } from './python-environment.js';

/** What {@link createDockerEnvironment} makes a world from. */
export interface DockerEnvironmentOptions
  extends Omit<PythonEnvironmentOptions, 'engine' | 'packages'>,
    Partial<DockerEngineOptions> {}

const checkDockerEnvironmentOptions = defineOptions<DockerEnvironmentOptions>()('createDockerEnvironment', {
  limits: option.object,
  deterministic: option.either(option.oneOf([false]), option.object),
  files: option.record,
  folder: option.text,
  ignore: option.list(option.string),
  maxBytes: option.number,
  name: option.string,
  program: option.string,
  globalFlags: option.list(option.string),
  runFlags: option.list(option.string),
  image: option.string,
  python: option.string,
  environment: option.record,
});

/**
 * {@link createPythonEnvironment} with each world in a container of its own, by Docker or Podman: no network, no
 * privileges, an image that can't be written, and caps on memory, processes and time. Nothing is pulled: the image must
 * exist.
 *
 * @throws {MettleError} as `createPythonEnvironment`; `environments/python_unavailable` where there is no container
 *   program or no such image.
 */
export async function createDockerEnvironment(options: DockerEnvironmentOptions = {}): Promise<Environment> {
  checkDockerEnvironmentOptions(options);
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
