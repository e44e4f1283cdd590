import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOT_BUILT, runAlone } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import { runBenchmark } from '../run-benchmark.js';
import { agentProcess } from './agent-process.js';

/**
 * An agent that ends at nothing but SIGKILL, and another process that it starts. Both hold a connection to the test, which is closed as soon
 * as they are dead.
 */
const AGENT = `
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
const [port, victim, isSecond] = process.argv.slice(2);
process.on('SIGTERM', () => undefined).on('SIGHUP', () => undefined);
connect(Number(port), '127.0.0.1', () => {
  if (isSecond) {
    if (victim !== '0') process.kill(Number(victim), 'SIGKILL');
  } else spawn(process.execPath, [process.argv[1], port, victim, 'second'], { stdio: 'ignore' });
});
`;

let cwd: string;
let server: Server;
/** Two connections that were made and closed again. */
let bothDead: Promise<unknown>;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-agent-left-'));
  writeFileSync(join(cwd, 'agent.mjs'), AGENT);
  bothDead = new Promise((resolve) => {
    let closed = 0;
    server = createServer((socket: Socket) => {
      const count = () => {
        closed++;
        if (closed === 2) resolve('both are dead');
      };
      socket.on('error', () => undefined).on('close', count);
      socket.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  rmSync(cwd, { recursive: true, force: true });
});

const portOf = () => (server.address() as AddressInfo).port;
const CASE = {
  id: 'one',
  query: 'Ping!',
  tools: [{ name: 'ping', description: '', parameters: {} }],
  expected: [],
};

describe('agentProcess', () => {
  it('leaves no process of an agent that is given up', async () => {
    const command = `"${process.execPath}" agent.mjs ${portOf()} 0`;
    const report = await runBenchmark(agentProcess({ command, cwd, timeoutSeconds: 15 }), [CASE]);
    expect(report.errors).toBe(1);
    expect(await bothDead).toBe('both are dead');
  });

  unless(NOT_BUILT || (process.platform === 'win32' ? 'Windows has no process groups' : '')).it(
    'leaves no process where its own is killed',
    async () => {
      const { status } = await runAlone(`
        const { agentProcess, runBenchmark } = await mettle('benchmarks');
        const command = ${JSON.stringify(`"${process.execPath}" agent.mjs ${portOf()} `)} + process.pid;
        await runBenchmark(agentProcess({ command, cwd: ${JSON.stringify(cwd)} }), [${JSON.stringify(CASE)}]);
      `);
      expect(status).toBe('SIGKILL');
      expect(await bothDead).toBe('both are dead');
    },
  );
});
