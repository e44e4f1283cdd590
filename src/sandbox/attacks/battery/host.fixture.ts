import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PythonValue } from '../../python-value.js';

/** What the names begin with that programs give to what is to outlive them. */
const PREFIX = 'htl-';

/** What a hostile program could reach of a host, each made so that it shows when it was reached. */
export class Host {
  /** What stands in everything of the host that could be read. */
  readonly token: string = `token${randomBytes(12).toString('hex')}`;
  /** What names of programs' processes and files begin with, in place of {@link PREFIX}: several hosts are tried at once. */
  readonly #prefix = `${Array.from({ length: 3 }, () => String.fromCharCode(randomInt(97, 123))).join('')}-`;
  #folder = '';
  #secret = '';
  readonly #servers: Server[] = [];
  #neighbour: ChildProcess | undefined;
  #port = 0;
  #connections = 0;
  #before = '';

  /** Makes all of it. */
  async open(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'mettle-host-'));
    this.#secret = join(this.#folder, 'secret.txt');
    chmodSync(this.#folder, 0o777);
    writeFileSync(this.#secret, this.token);
    chmodSync(this.#secret, 0o666);
    // Not every file system has such attributes.
    spawnSync(
      'python3',
      ['-c', 'import os, sys; os.setxattr(*sys.argv[1:3], sys.argv[3].encode())'].concat(
        this.#secret,
        'user.secret',
        this.token,
      ),
    );
    process.env.METTLE_CANARY = this.token;
    this.#neighbour = spawn('sleep', ['3600'], {
      env: { TOKEN: this.token, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    });
    const tcp = this.#server();
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    const address = tcp.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const name of [this.#socket, `\0${this.#socket}`]) {
      const server = this.#server();
      await new Promise<void>((resolve) => server.listen(name, resolve));
    }
    chmodSync(this.#socket, 0o777);
    this.#before = this.#state();
  }

  /** Takes all of it away. */
  async close(): Promise<void> {
    delete process.env.METTLE_CANARY;
    this.#neighbour?.kill('SIGKILL');
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A program of the battery, with names of this host's own. */
  programFor(code: string): string {
    return code.replaceAll(PREFIX, this.#prefix);
  }

  /** Processes that bear the mark of this host's programs and are neither dead nor stopped. */
  markedProcesses(): readonly number[] {
    return processesCalled(`${this.#prefix}mark`);
  }

  /** What hostile programs are told of it. */
  inputs(): Readonly<Record<string, PythonValue>> {
    return {
      SECRET: this.#secret,
      FOLDER: this.#folder,
      SOCKET: this.#socket,
      PORT: this.#port,
      HOST: process.pid,
      NEIGHBOUR: this.#neighbour?.pid ?? 0,
    };
  }

  /** What was done to it, one line each; none where all is as it was. */
  harm(): readonly string[] {
    const neighbour = this.#neighbour;
    const pollution = Object.keys(Object.prototype).concat(Object.keys(Array.prototype));
    return [
      ...(this.#state() === this.#before ? [] : [`files: ${this.#state()} instead of ${this.#before}`]),
      ...(this.#connections === 0 ? [] : [`${this.#connections} connections`]),
      ...((neighbour?.exitCode ?? neighbour?.signalCode ?? null) === null ? [] : ['the neighbour was ended']),
      ...(pollution.length === 0 ? [] : [`names of the prototype: ${pollution.join(', ')}`]),
      ...(readdirSync('/dev/shm').some((name) => name.startsWith(this.#prefix)) ? ['shared memory'] : []),
    ];
  }

  get #socket(): string {
    return join(this.#folder, 'socket');
  }

  #server(): Server {
    const server = createServer((socket) => {
      this.#connections += 1;
      socket.end(this.token);
    });
    this.#servers.push(server);
    return server;
  }

  #state(): string {
    const facts = [this.#folder, this.#secret].map((path) => {
      const { mode, mtimeMs, ctimeMs, nlink, size, uid } = statSync(path);
      return [mode, mtimeMs, ctimeMs, nlink, size, uid].join(' ');
    });
    return [...facts, readFileSync(this.#secret, 'utf8'), ...readdirSync(this.#folder)].join('; ');
  }
}

/** Processes whose name begins so, and that are neither dead nor stopped. */
function processesCalled(start: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (!readFileSync(`/proc/${name}/comm`, 'utf8').startsWith(start)) return [];
      const state = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.[0] ?? 'X';
      return ['Z', 'X', 'T', 't'].includes(state) ? [] : [Number(name)];
    } catch {
      return [];
    }
  });
}
