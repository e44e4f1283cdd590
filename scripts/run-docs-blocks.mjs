/**
 * Runs every code block of the README and of docs/: ```ts blocks are type-checked against the built package and
 * run as modules, ```sh blocks are run by bash with `mettle` on the PATH, each in an empty folder of its own.
 * Blocks in other languages (```console, ```json, ```text …) are for reading only.
 *
 * `node scripts/run-docs-blocks.mjs [FILE …]`; ends with the counts as JSON on the last line.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const TIMEOUT_MS = 180_000;

/** The fenced blocks of a Markdown text: language, first line (1-based) of the code, and the code. */
export function codeBlocks(markdown) {
  const blocks = [];
  let open;
  markdown.split('\n').forEach((line, index) => {
    const fence = /^(`{3,})([\w-]*)/.exec(line);
    if (open === undefined && fence)
      open = { fence: fence[1], language: fence[2], line: index + 2, code: [] };
    else if (open !== undefined && line.trimEnd() === open.fence) {
      blocks.push({ language: open.language, line: open.line, code: `${open.code.join('\n')}\n` });
      open = undefined;
    } else open?.code.push(line);
  });
  return blocks;
}

function main() {
  const named = process.argv.slice(2);
  const files =
    named.length > 0
      ? named
      : ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
  const cache = join(root, '.cache', 'docs-blocks');
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const blocks = files
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) =>
      codeBlocks(readFileSync(join(root, file), 'utf8')).map((block) => ({ file, ...block })),
    );
  const modules = blocks
    .filter((block) => block.language === 'ts')
    .map((block) => ({ ...block, name: nameOf(block) }));
  for (const block of modules) writeFileSync(join(cache, `${block.name}.ts`), `${block.code}export {};\n`);

  const failures = [];
  let passed = 0;
  const broken = modules.length > 0 ? typeErrors(cache) : new Map();
  for (const block of modules) {
    const problem = broken.get(block.name) ?? runModule(cache, block.name);
    if (problem === undefined) passed++;
    else failures.push(`${block.file}:${block.line} ${problem}`);
  }
  for (const block of blocks.filter((candidate) => candidate.language === 'sh')) {
    const problem = runShell(block.code);
    if (problem === undefined) passed++;
    else failures.push(`${block.file}:${block.line} ${problem}`);
  }
  for (const failure of failures) console.error(failure);
  console.log(JSON.stringify({ passed, failed: failures.length }));
  process.exit(failures.length === 0 ? 0 : 1);
}

function nameOf(block) {
  return `${basename(block.file, '.md')}-${block.line}`;
}

function typeErrors(cache) {
  const options = {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    outDir: '.',
    rootDir: '.',
  };
  writeFileSync(
    join(cache, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.ts'], exclude: [] }),
  );
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', cache, '--pretty', 'false'], {
    cwd: cache,
    encoding: 'utf8',
  });
  const problems = new Map();
  for (const line of stdout.split('\n')) {
    const match = /([\w-]+)\.ts\((\d+),\d+\): (.*)/.exec(line);
    if (match && !problems.has(match[1]))
      problems.set(match[1], `does not compile, line ${match[2]} of the block: ${match[3]}`);
  }
  return problems;
}

function runModule(cache, name) {
  return inEmptyFolder((folder) =>
    describeExit(spawnSync(process.execPath, [join(cache, `${name}.js`)], spawnOptions(folder))),
  );
}

function runShell(code) {
  return inEmptyFolder((folder) => {
    const shim = join(folder, '.bin');
    mkdirSync(shim);
    writeFileSync(
      join(shim, 'mettle'),
      `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist', 'cli', 'main.js')}" "$@"\n`,
    );
    chmodSync(join(shim, 'mettle'), 0o755);
    const options = spawnOptions(folder);
    return describeExit(
      spawnSync('bash', ['-euo', 'pipefail', '-c', code], {
        ...options,
        env: { ...process.env, PATH: `${shim}:${process.env.PATH}` },
      }),
    );
  });
}

function spawnOptions(folder) {
  return { cwd: folder, encoding: 'utf8', timeout: TIMEOUT_MS, stdio: ['ignore', 'pipe', 'pipe'] };
}

function inEmptyFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-docs-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeExit({ status, signal, stderr, error }) {
  if (status === 0) return undefined;
  const words = stderr.trim().split('\n').slice(-12).join('\n    ');
  return `ended with ${error?.message ?? signal ?? `exit code ${status}`}\n    ${words}`.replaceAll(
    `${relative('/', root)}/`,
    '',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
