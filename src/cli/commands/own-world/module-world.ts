import { relative } from 'node:path';
import type { JsonObject } from '../../../core/index.js';
import type { Environment } from '../../../environments/index.js';
import { openTaskEnvironment } from '../../../generation/index.js';
import type { EnvironmentConfig } from '../../../records/index.js';
import { MODULE_WORLD } from '../../../records/internal.js';
import { loadOwnWorld } from './load-own-world.js';

const options: JsonObject = {
  type: 'object',
  properties: { path: { type: 'string' }, sha256: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
};

/**
 * Makes an environment as `openTaskEnvironment` does, also of modules, whose paths are absolute here. A module that has changed since
 * its hash was taken is named.
 *
 * @throws {MettleError} as `openTaskEnvironment` and {@link loadOwnWorld}.
 */
export function openCliWorld(
  config: EnvironmentConfig,
  { cwd, say }: { readonly cwd: string; readonly say: (line: string) => void },
): Promise<Environment> {
  const create = async ({ path, sha256 }: JsonObject): Promise<Environment> => {
    const shown = relative(cwd, String(path)) || String(path);
    const own = await loadOwnWorld(String(path), shown);
    if (sha256 !== undefined && sha256 !== own.sha256) {
      say(`${shown} has changed since these records were made: it may answer differently now.`);
    }
    return own.environment;
  };
  return openTaskEnvironment(config, { types: { [MODULE_WORLD]: { options, create } } });
}
