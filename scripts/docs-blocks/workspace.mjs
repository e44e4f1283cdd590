/** The folder outside the tree in which blocks are compiled and run. It finds `mettle` as an installed package. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pandasFolder } from './needs.mjs';
import { offlineEnvironment } from './offline-environment.mjs';

const TIMEOUT_MS = 300_000;

export class Workspace {
  #root;
  #folder;
  #count = 0;
  /** Hosts elsewhere that blocks connected to. */
  #log;

  constructor(root) {
    this.#root = root;
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'mettle-docs-')));
    this.#log = join(this.#folder, 'outside-connections');
    mkdirSync(join(this.#folder, 'blocks'));
    writeFileSync(join(this.#folder, 'package.json'), '{"type": "module", "private": true}\n');
    this.#install();
  }

  /**
   * Saves modules, `{ name, code }`, and gives the type errors by the path of the file, `blocks/NAME`. With `examples`,
   * the programs in `examples/` are checked as well.
   */
  async compile(modules, examples) {
    if (modules.length === 0 && !examples) return new Map();
    if (examples) cpSync(join(this.#root, 'examples'), join(this.#folder, 'examples'), { recursive: true });
    for (const { name, code } of modules) writeFileSync(this.#moduleFile(name), code);
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      strict: true,
      noImplicitAny: false,
      useUnknownInCatchVariables: false,
      types: ['node'],
      allowJs: true,
      checkJs: true,
      noEmit: true,
    };
    writeFileSync(
      join(this.#folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['blocks/*.mjs', 'examples/*.mjs'] }),
    );
    const compiler = join(this.#root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { output } = await this.#start(
      process.execPath,
      [compiler, '-p', '.', '--pretty', 'false'],
      this.#folder,
    );
    const problems = new Map();
    for (const line of output.split('\n')) {
      const match = /((?:blocks|examples)\/\S+?)\.mjs\((\d+),\d+\): (.*)/.exec(line);
      if (match && !problems.has(match[1]))
        problems.set(match[1], `does not compile, line ${match[2]}: ${match[3]}`);
    }
    return problems;
  }

  #moduleFile(name) {
    return join(this.#folder, 'blocks', `${name}.mjs`);
  }

  /** Runs a module as a reader does: by plain Node, in a process of its own. */
  async runModule(name, folder) {
    return resultOf(await this.#start(process.execPath, [this.#moduleFile(name)], folder));
  }

  async runShell(code, folder) {
    return resultOf(await this.#start('bash', ['-euo', 'pipefail', '-c', code], folder));
  }

  /** An empty folder; one for a page in `examples/` holds a copy of that folder. */
  newFolder(file) {
    const folder = join(this.#folder, `run-${++this.#count}`);
    mkdirSync(folder);
    if (file.startsWith('examples/'))
      cpSync(join(this.#root, 'examples'), join(folder, 'examples'), { recursive: true });
    const pandas = pandasFolder();
    if (pandas !== undefined && file.startsWith('examples/')) symlinkSync(pandas, join(folder, 'env'));
    return folder;
  }

  /** What is wrong once all blocks are through, in a sentence; undefined if nothing is. */
  close() {
    const hosts = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    if (hosts.length === 0) return undefined;
    return `blocks connected to ${[...new Set(hosts)].join(', ')}: all work offline`;
  }

  /** `node_modules` as `npm install` would make it: mettle, what it names in its package.json, and the command. */
  #install() {
    const modules = join(this.#folder, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    symlinkSync(this.#root, join(modules, 'mettle'));
    const manifest = JSON.parse(readFileSync(join(this.#root, 'package.json'), 'utf8'));
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
      const installed = join(this.#root, 'node_modules', name);
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      if (existsSync(installed)) symlinkSync(installed, join(modules, name));
    }
    const command = join(modules, '.bin', 'mettle');
    writeFileSync(
      command,
      `#!/bin/sh\nexec "${process.execPath}" "${join(this.#root, 'dist/cli/main.js')}" "$@"\n`,
    );
    chmodSync(command, 0o755);
  }

  #start(command, args, cwd) {
    const path = [join(this.#folder, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH];
    const child = spawn(command, args, {
      cwd,
      env: {
        ...process.env,
        ...offlineEnvironment(this.#log),
        PATH: path.join(delimiter),
        COLUMNS: '100',
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let output = '';
    let words = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
    child.stderr.setEncoding('utf8').on('data', (part) => {
      words += part;
    });
    return new Promise((resolve) => {
      child.on('error', (error) => resolve({ status: error.message, output, words }));
      child.on('close', (code, signal) =>
        resolve({ status: code === 0 ? 0 : (signal ?? `exit code ${code}`), output, words }),
      );
    });
  }
}

function resultOf({ status, output, words }) {
  if (status === 0) return { output };
  return { output, error: `ended with ${status}\n${words.trim().split('\n').slice(-12).join('\n')}` };
}
