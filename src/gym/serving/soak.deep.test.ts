import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { RandomStream } from '../../core/index.js';
import type { Environment, World } from '../../environments/index.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { COUNTING, count, openFruitShop, RAISING, raise, shopTask } from '../shop.fixture.js';
import type { GymServing } from './serve-options.js';
import { SocketClient } from './socket-client.fixture.js';

/** Episodes to play; METTLE_SOAK plays another number, such as 100000. */
const EPISODES = Number(process.env.METTLE_SOAK ?? 3000);
const CLIENTS = 16;
/** Parts after each of which memory and worlds are looked at. */
const PARTS = 6;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** An object as it is, but for some members. */
function changed<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(members, name) ? members : target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The environment, and how many of its worlds and their forks are open. */
function counting(environment: Environment) {
  let open = 0;
  const watched = (world: World): World => {
    open++;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) open--;
      isOpen = false;
      await world.close();
    };
    const fork = async () => watched(await world.fork());
    return changed(world, { close, fork, [Symbol.asyncDispose]: close });
  };
  const counted = changed(environment, { open: async (options) => watched(await environment.open(options)) });
  return { counted, open: () => open };
}

const step = (sql: string, tool_name = 'sql_query') => ({
  type: 'step',
  data: { tool_name, arguments: { sql } },
});

/** One client's episode, which may end at any place in any way. */
async function play(serving: GymServing, chance: RandomStream): Promise<void> {
  const client = await SocketClient.open(`${serving.url}/ws`);
  const isLost = (share: number): boolean => {
    if (chance.next() >= share) return false;
    client.socket.terminate();
    return true;
  };
  if (isLost(0.02)) return;
  const begun = client.ask({ type: 'reset', data: { index: chance.integer(0, 1) } });
  if (isLost(0.05)) return void (await begun);
  await begun;
  for (let count = chance.integer(0, 4); count > 0; count--) {
    const stepped = client.ask(chance.next() < 0.5 ? step(COUNTING) : step(RAISING, 'sql_execute'));
    // In the middle of a call, and between two.
    if (isLost(0.08)) return void (await stepped);
    await stepped;
    if (isLost(0.05)) return;
  }
  if (chance.next() < 0.2) {
    const { data } = (await client.ask({ type: 'fork', data: { count: 2 } })) as {
      readonly data: { readonly session_ids: readonly string[] };
    };
    const [left, right] = data.session_ids;
    const branch = await SocketClient.open(`${serving.url}/ws?session_id=${left}`);
    await branch.ask(step(COUNTING));
    branch.socket.terminate();
    for (const session_id of [left, right]) {
      const body = { jsonrpc: '2.0', id: 1, method: 'openenv/session/close', params: { session_id } };
      await (await fetch(`${serving.url}/mcp`, { method: 'POST', body: JSON.stringify(body) })).text();
    }
  }
  if (chance.next() < 0.5) {
    await client.ask({ type: 'step', data: { tool_name: 'final_answer', arguments: { answer: 'done' } } });
  }
  if (isLost(0.3)) return;
  await client.ask({ type: 'close' });
}

it(`plays ${EPISODES} episodes that break off anywhere, with flat memory and no world left open`, async () => {
  await using environment = await openFruitShop();
  const { counted, open } = counting(environment);
  await using gym = new AgentGym({
    environment: counted,
    task: [shopTask(count), shopTask(raise, 'Raise fig.')],
  });
  await using serving = await serveOpenEnv({ gym, maxSessions: 4 * CLIENTS });
  const heaps: number[] = [];
  let next = 0;
  for (let part = 1; part <= PARTS; part++) {
    const until = Math.floor((EPISODES * part) / PARTS);
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (next < until) await play(serving, new RandomStream(next++, 'soak'));
      }),
    );
    await expect.poll(() => serving.sessions, { timeout: 60_000 }).toBe(0);
    expect(open()).toBe(0);
    collectGarbage();
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20);
  }
  // The first part warms up: code is compiled, tables grow to their size.
  const [, warm = 0] = heaps;
  const last = heaps.at(-1) ?? 0;
  expect(last, `megabytes after each part: ${heaps.map((each) => each.toFixed(1)).join(', ')}`).toBeLessThan(
    warm + 8,
  );
}, 7_200_000);
