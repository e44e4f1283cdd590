/**
 * Runs every code block of the README, of docs/, of examples/ and of the doc comments in src/. ```ts blocks are plain
 * JavaScript: they are saved as .mjs, checked against the types of the built package, and run by this version of Node,
 * as a reader would. ```sh blocks are run by bash with `mettle` on the PATH. Each block has an empty folder of its own.
 * Blocks in other languages (```console, ```json …) are for reading only.
 *
 * What a block says it prints has to be what it prints: see "Code in the docs" in CONTRIBUTING.md.
 *
 * `node scripts/run-docs-blocks.mjs [--update] [FILE …]`; ends with the counts as JSON on the last line.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocksOf, ONE_FOLDER } from './docs-blocks/blocks.mjs';
import { createNeeds } from './docs-blocks/needs.mjs';
import { difference, withOutputs } from './docs-blocks/output.mjs';
import { Workspace } from './docs-blocks/workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const update = process.argv.includes('--update');
const named = process.argv.slice(2).filter((argument) => argument !== '--update');
const texts = new Map((named.length > 0 ? named : allFiles()).map((file) => [file, read(file)]));

const missing = createNeeds(root);
const workspace = new Workspace(root);
const failures = [];
const skips = [];
/** What passed. */
const results = [];
try {
  const groups = [...texts].flatMap(([file, text]) => groupsOf(file, text));
  const modules = groups.flat().filter(({ language, writes }) => language === 'ts' && writes === undefined);
  const shells = groups.filter((group) => group.some(({ language }) => language === 'sh'));
  const rest = groups.filter((group) => !shells.includes(group));
  const compiled = workspace.compile(
    modules.map((block) => ({ name: nameOf(block), code: block.code })),
    [...texts.keys()].some((file) => file.startsWith('examples/')),
  );
  // Three lanes: the blocks mostly wait for processes that they start.
  const half = Math.ceil(rest.length / 2);
  await Promise.all([shells, rest.slice(0, half), rest.slice(half)].map((each) => runGroups(each, compiled)));
  for (const [name, problem] of await compiled)
    if (name.startsWith('examples/')) failures.push(`${name} ${problem}`);
} finally {
  const problem = workspace.close();
  if (problem !== undefined) failures.push(problem);
}
if (update) {
  for (const [file, text] of texts) {
    const updated = withOutputs(
      text,
      results.filter(({ block }) => block.file === file),
    );
    failures.push(...updated.problems);
    if (updated.text !== text) writeFileSync(resolve(root, file), updated.text);
  }
}
for (const failure of failures) console.error(failure);
for (const { name, reason } of skips) console.log(`skipped: ${name} (${reason})`);
console.log(JSON.stringify({ passed: results.length, failed: failures.length, skipped: skips }));
process.exitCode = failures.length === 0 ? 0 : 1;

function allFiles() {
  const pages = ['README.md', ...filesIn('docs', '.md'), ...filesIn('examples', '.md')];
  const sources = filesIn('src', '.ts').filter((file) => read(file).includes('* ```ts'));
  return [...pages, ...sources];
}

function filesIn(folder, extension) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(extension) && !name.startsWith('api/'))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function read(file) {
  return readFileSync(resolve(root, file), 'utf8');
}

/** Blocks that share a folder, in order. Most have one of their own. */
function groupsOf(file, text) {
  const blocks = blocksOf(file, text).filter(
    ({ language, writes }) => language === 'ts' || language === 'sh' || writes !== undefined,
  );
  return text.includes(ONE_FOLDER) ? [blocks] : blocks.map((block) => [block]);
}

async function runGroups(groups, compiled) {
  for (const group of groups) {
    if (group.length === 0) continue;
    const folder = workspace.newFolder(group[0].file);
    for (const block of group) await runBlock(block, folder, compiled);
  }
}

async function runBlock(block, folder, compiled) {
  const place = `${block.file}:${block.line}`;
  if (block.writes !== undefined) return writeFileSync(join(folder, block.writes), block.code);
  const reason = await missing(block);
  if (reason !== undefined) return void skips.push({ name: place, reason });
  const name = nameOf(block);
  const broken =
    block.language === 'ts' && !block.untyped ? (await compiled).get(`blocks/${name}`) : undefined;
  const { output, error } =
    broken !== undefined
      ? { output: '', error: broken }
      : block.language === 'ts'
        ? await workspace.runModule(name, folder)
        : await workspace.runShell(block.code, folder);
  const problem =
    error ?? (update || block.shown === undefined ? undefined : difference(block.shown, output));
  if (problem === undefined) results.push({ block, output });
  else failures.push(`${place} ${problem}`.replaceAll(`${relative('/', root)}/`, ''));
}

function nameOf(block) {
  return `${block.file.replaceAll(/[^\w-]/g, '-')}-${block.line}`;
}
