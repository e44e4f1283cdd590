import { readFile } from 'node:fs/promises';
import { isJsonObject, type Json } from '../../../core/index.js';
import type { EnvironmentConfig, Trajectory } from '../../../records/index.js';

/** What worlds are made of, by the fingerprint that they had when they were recorded. */
export type WorldConfigs = ReadonlyMap<string, EnvironmentConfig>;

/** The worlds that a `world.json` describes with their fingerprints; none where there is no such file. They are read, never opened. */
export async function readWorldConfigs(path: string): Promise<WorldConfigs> {
  const configs = new Map<string, EnvironmentConfig>();
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, 'utf8')) as Json;
  } catch {
    return configs;
  }
  const entries = isJsonObject(content) && Array.isArray(content.worlds) ? content.worlds : [content];
  for (const entry of entries as readonly Json[]) {
    if (!isJsonObject(entry) || typeof entry.fingerprint !== 'string') continue;
    const { environment } = entry;
    if (isJsonObject(environment) && typeof environment.type === 'string') {
      configs.set(entry.fingerprint, environment as EnvironmentConfig);
    }
  }
  return configs;
}

/** A record whose provenance says how its world is made, where that is known. */
export function withWorld(trajectory: Trajectory, configs: WorldConfigs): Trajectory {
  const { provenance, environment } = trajectory;
  const world = configs.get(environment.fingerprint);
  if (world === undefined || provenance?.world !== undefined) return trajectory;
  return { ...trajectory, provenance: { mettle: '', model: null, ...provenance, world } };
}
