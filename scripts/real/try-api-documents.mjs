/** Whether published OpenAPI documents become worlds, whose mock answers a call of each operation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRestEnvironment } from '../../dist/environments/index.js';
import { filesBelow } from './fetch-packages.mjs';

export async function tryApiDocuments(packages) {
  const results = [];
  for (const { name, folder, skipped } of packages) {
    const what = `API documents of ${name}`;
    if (skipped !== undefined) {
      results.push({ what, tried: 0, faults: {}, skipped });
      continue;
    }
    const faults = {};
    let tried = 0;
    for (const path of filesBelow(folder, '.json', '.yaml', '.yml')) {
      const text = readFileSync(join(folder, path), 'utf8');
      if (!/^\s*(\{\s*)?"?(openapi"?:\s*['"]?3\.|swagger"?:\s*['"]?2\.0)/m.test(text)) continue;
      tried++;
      try {
        const environment = await createRestEnvironment({ spec: join(folder, path), mock: true });
        const world = await environment.open({ seed: 1 });
        // Without arguments a call is answered too, if only by what is missing.
        for (const { name: tool } of environment.tools) {
          const { observation } = await world.call(tool, {});
          if (observation.error?.type === 'http_500') faults[`${path}: ${tool}`] = observation.error.message;
        }
        await world.close();
      } catch (error) {
        faults[path] = error.message;
      }
    }
    results.push({ what, tried, faults });
  }
  return results;
}
