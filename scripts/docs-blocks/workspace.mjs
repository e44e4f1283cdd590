/** The folder outside the tree in which blocks are compiled and run. It finds `mettle` as an installed package. */
import { fork, spawn } from 'node:child_process';
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
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pandasFolder } from './needs.mjs';
import { offlineEnvironment } from './offline-environment.mjs';

const TIMEOUT_MS = 300_000;
const MODULE_PROCESS = join(dirname(fileURLToPath(import.meta.url)), 'module-process.mjs');

export class Workspace {
  #root;
  #folder;
  #process;
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
   * Type errors by the name of the file, and the compiled modules in place. `modules` are `{ name, code }`. With
   * `examples`, the programs in `examples/` are checked as well.
   */
  async compile(modules, examples) {
    if (modules.length === 0 && !examples) return new Map();
    if (examples) cpSync(join(this.#root, 'examples'), join(this.#folder, 'examples'), { recursive: true });
    for (const { name, code } of modules)
      writeFileSync(join(this.#folder, 'blocks', `${name}.ts`), `${code}export {};\n`);
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable'],
      module: 'nodenext',
      strict: true,
      types: ['node'],
      allowJs: true,
      checkJs: true,
      outDir: 'compiled',
      rootDir: '.',
    };
    writeFileSync(
      join(this.#folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['blocks/*.ts', 'examples/*.mjs'] }),
    );
    const compiler = join(this.#root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { output } = await this.#start(
      process.execPath,
      [compiler, '-p', '.', '--pretty', 'false'],
      this.#folder,
    );
    const problems = new Map();
    for (const line of output.split('\n')) {
      const match = /([^/\s]+?)(?:\.ts)?\((\d+),\d+\): (.*)/.exec(line);
      if (match && !problems.has(match[1]))
        problems.set(match[1], `does not compile, line ${match[2]}: ${match[3]}`);
    }
    return problems;
  }

  /** Runs a compiled module. Modules share one process, which is started anew when one of them ends it. */
  runModule(name, folder) {
    this.#process ??= fork(MODULE_PROCESS, [], {
      cwd: this.#folder,
      env: { ...process.env, ...offlineEnvironment(this.#log) },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const child = this.#process;
    let words = '';
    const onWords = (part) => {
      words += part;
    };
    child.stderr.setEncoding('utf8').on('data', onWords);
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      const onExit = (status, signal) => {
        this.#process = undefined;
        finish({ output: '', error: `ended the process with ${signal ?? `exit code ${status}`}\n${words}` });
      };
      const onMessage = ({ output, error }) => finish({ output, error });
      const finish = (result) => {
        clearTimeout(timer);
        child.off('exit', onExit).off('message', onMessage);
        child.stderr.off('data', onWords);
        resolve(result);
      };
      child.once('exit', onExit).once('message', onMessage);
      child.send({
        path: pathToFileURL(join(this.#folder, 'compiled', 'blocks', `${name}.js`)).href,
        folder,
      });
    });
  }

  async runShell(code, folder) {
    const { status, output, words } = await this.#start('bash', ['-euo', 'pipefail', '-c', code], folder);
    if (status === 0) return { output };
    return { output, error: `ended with ${status}\n${words.trim().split('\n').slice(-12).join('\n')}` };
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
  async close() {
    const hosts = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : [];
    let problem =
      hosts.length > 0
        ? `blocks connected to ${[...new Set(hosts)].join(', ')}: all work offline`
        : undefined;
    if (this.#process !== undefined) {
      const child = this.#process;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      const timer = setTimeout(() => {
        problem = 'a ts block leaves something running: its process does not end';
        child.kill('SIGKILL');
      }, 30_000);
      await ended;
      clearTimeout(timer);
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
    return problem;
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
