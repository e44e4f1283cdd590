/** The gym: steps in a process, and steps and forks of many sessions over the wire, with a server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSqlTaskGenerator, sampleShop } from 'mettle/generation';
import { AgentGym } from 'mettle/gym';
import { WebSocket } from 'ws';
import { type BenchSuite, type Figure, quantile } from './harness.js';

const SESSIONS = 64;
/** Steps of each session, and milliseconds of thought before each: less than any model takes. */
const STEPS = 40;
const THOUGHT_MILLISECONDS = 100;
const LOOK = { tool_name: 'sql_query', arguments: { sql: 'SELECT count(*) FROM customers' } };

export const suite: BenchSuite = {
  name: 'gym',
  figures: async () => [await stepsInProcess(), ...(await overTheWire())],
};

/** Steps of whole episodes, resets included, for each second of processor time. */
async function stepsInProcess(): Promise<Figure> {
  const generator = await createSqlTaskGenerator({ content: sampleShop({ seed: 1 }) });
  await using gym = new AgentGym({ generator, maxSteps: 20 });
  const play = async (episodes: number): Promise<number> => {
    let steps = 0;
    for (let index = 0; index < episodes; index++) {
      await gym.reset({ index: index % 20 });
      for (let step = 0; step < 9; step++) {
        await gym.step({ tool: LOOK.tool_name, arguments: LOOK.arguments });
      }
      await gym.step({ answer: 'done' });
      steps += 10;
    }
    return steps;
  };
  await play(40);
  const before = process.cpuUsage();
  const steps = await play(300);
  const { user, system } = process.cpuUsage(before);
  const value = steps / ((user + system) / 1e6);
  return { name: 'steps in an SQL world, a core', value, unit: '/s', claim: 'at least 2,000' };
}

async function overTheWire(): Promise<readonly Figure[]> {
  const { server, url } = await startServer();
  const clients = await Promise.all(Array.from({ length: SESSIONS }, () => Client.open(`${url}/ws`)));
  const timed = async (client: Client, frame: object, into: number[]): Promise<unknown> => {
    await delay(THOUGHT_MILLISECONDS * (0.5 + Math.random()));
    const began = performance.now();
    const answer = await client.ask(frame);
    into.push(performance.now() - began);
    return answer;
  };
  const each = (work: (client: Client) => Promise<void>) => Promise.all(clients.map(work));
  await each(async (client) => {
    await client.ask({ type: 'reset', data: { index: 0 } });
    await client.ask({ type: 'step', data: LOOK });
  });
  const steps: number[] = [];
  const forks: number[] = [];
  await each(async (client) => {
    for (let step = 0; step < STEPS; step++) {
      if (step % 15 === 14) await client.ask({ type: 'reset', data: { index: step } });
      await timed(client, { type: 'step', data: LOOK }, steps);
    }
  });
  await each(async (client) => {
    for (let count = 0; count < STEPS; count++) {
      const { data } = (await timed(client, { type: 'fork' }, forks)) as {
        readonly data: { readonly session_ids: readonly string[] };
      };
      for (const session_id of data.session_ids) await closeSession(url, session_id);
    }
  });
  for (const client of clients) client.close();
  server.kill('SIGINT');
  await once(server, 'exit');
  const of = (what: string, values: number[]): readonly Figure[] => [
    { name: `${what}, ${SESSIONS} sessions, median`, value: quantile(values, 0.5), unit: 'ms' },
    {
      name: `${what}, ${SESSIONS} sessions, p95`,
      value: quantile(values, 0.95),
      unit: 'ms',
      claim: 'at most 20',
    },
  ];
  return [...of('a step over OpenEnv', steps), ...of('a fork over OpenEnv', forks)];
}

async function closeSession(url: string, session_id: string): Promise<void> {
  const rpc = { jsonrpc: '2.0', id: 1, method: 'openenv/session/close', params: { session_id } };
  await (await fetch(`${url}/mcp`, { method: 'POST', body: JSON.stringify(rpc) })).text();
}

async function startServer(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const main = fileURLToPath(new URL('cli/main.js', import.meta.resolve('mettle')));
  const args = [main, 'serve', '--env', 'sql', '--port', '0', '--sessions', '1000', '--max-steps', '200'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /^OpenEnv: (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      server.stderr.resume();
      return { server, url };
    }
  }
  throw new Error('mettle serve did not start');
}

/** A socket whose frames are answered one after another. */
class Client {
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(url: string): Promise<Client> {
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    await once(socket, 'open');
    return new Client(socket);
  }

  async ask(frame: object): Promise<unknown> {
    const answer = once(this.#socket, 'message');
    this.#socket.send(JSON.stringify(frame));
    const [data] = await answer;
    const read = JSON.parse(String(data)) as { readonly type: string };
    if (read.type === 'error') throw new Error(String(data));
    return read;
  }

  close(): void {
    this.#socket.close();
  }
}
