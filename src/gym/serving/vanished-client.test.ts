import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/index.js';
import { defineEnvironment, type Environment } from '../../environments/index.js';
import { AgentGym } from '../agent-gym.js';
import { serveOpenEnv } from '../openenv/serve-openenv.js';
import { serveOrs } from '../ors/serve-ors.js';
import { count, shopTask } from '../shop.fixture.js';
import { SocketClient } from './socket-client.fixture.js';

const ok = { status: 'ok', content: 'ok', data: null, error: null } as const;

/** A world whose tool `wait` ends when its call is given up, and never else. */
function waitingWorld() {
  const seen = { open: 0, given: [] as string[] };
  const begun: (() => void)[] = [];
  const begin = async () => {
    seen.open++;
    return {
      run: async ({ tool, signal }: { readonly tool: string; readonly signal: AbortSignal | undefined }) => {
        if (tool !== 'wait') return ok;
        begun.shift()?.();
        if (signal === undefined) throw new Error('nothing could give this call up');
        await once(signal, 'abort');
        const reason = signal.reason as Error;
        seen.given.push(reason.message);
        throw reason;
      },
      state: () => new Map(),
      fork: begin,
      close: async () => {
        seen.open--;
      },
    };
  };
  const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;
  const environment: Environment = defineEnvironment({
    name: 'waiting',
    version: 1,
    tools: ['act', 'wait'].map((name) => ({ name, description: name, parameters })),
    identity: {},
    begin,
  });
  /** Settles when the next call of `wait` has begun. */
  const nextWait = () => new Promise<void>((resolve) => begun.push(resolve));
  return { gym: new AgentGym({ environment, task: shopTask(count) }), seen, nextWait };
}

const step = (tool_name: string) => ({ type: 'step', data: { tool_name, arguments: {} } });

describe('a call whose client goes away is given up, and frees its world', () => {
  it('on a socket, also in a fork, whose own calls go on', async () => {
    const { gym, seen, nextWait } = waitingWorld();
    await using serving = await serveOpenEnv({ gym });
    await using other = await SocketClient.open(`${serving.url}/ws`);
    await other.ask({ type: 'reset' });
    const { data } = (await other.ask({ type: 'fork' })) as { readonly data: JsonObject };
    const [fork] = data.session_ids as readonly string[];
    const client = await SocketClient.open(`${serving.url}/ws?session_id=${fork}`);
    const waits = nextWait();
    client.socket.send(JSON.stringify(step('wait')));
    await waits;
    client.socket.terminate();
    await expect.poll(() => seen.given).toEqual(['The client has gone.']);
    // What it was forked from is not given up with it.
    expect(await other.ask(step('act'))).toMatchObject({ data: { done: false } });
    await other[Symbol.asyncDispose]();
    await serving.close();
    expect(seen.open).toBe(0);
    await gym.close();
  });

  it.each(['/step', '/mcp'])('over HTTP at %s', async (path) => {
    const { gym, seen, nextWait } = waitingWorld();
    await using serving = await serveOpenEnv({ gym });
    const waits = nextWait();
    const sent = request(`${serving.url}${path}`, { method: 'POST' });
    sent.on('error', () => undefined);
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } };
    sent.end(JSON.stringify(path === '/mcp' ? rpc : { action: { tool_name: 'wait', arguments: {} } }));
    await waits;
    sent.destroy();
    await expect.poll(() => seen.given).toEqual(['the caller has gone']);
    await expect.poll(() => serving.sessions).toBe(0);
    expect(seen.open).toBe(0);
    await gym.close();
  });

  it('but not over ORS, whose clients come back for what they asked, unless the session ends', async () => {
    const { gym, seen, nextWait } = waitingWorld();
    await using serving = await serveOrs({ gym });
    const created = await (await fetch(`${serving.url}/create_session`, { method: 'POST' })).text();
    const session = /data: (\S+)/.exec(created)?.[1] ?? '';
    const headers = { 'x-session-id': session };
    const post = (path: string, body: JsonObject) =>
      fetch(`${serving.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await post('/create', { split: 'train', index: 0 });
    const waits = nextWait();
    const sent = request(`${serving.url}/waiting/call`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ name: 'wait', input: {} }));
    await waits;
    sent.destroy();
    expect((await post('/ping', {})).status).toBe(200);
    expect(seen).toEqual({ open: 1, given: [] });
    await post('/delete', {});
    expect(seen.given).toHaveLength(1);
    await expect.poll(() => seen.open).toBe(0);
    await gym.close();
  });

  it('and closing the server gives up every call', async () => {
    const { gym, seen, nextWait } = waitingWorld();
    const serving = await serveOpenEnv({ gym });
    const client = await SocketClient.open(`${serving.url}/ws`);
    await client.ask({ type: 'reset' });
    const waits = nextWait();
    client.socket.send(JSON.stringify(step('wait')));
    await waits;
    await serving.close();
    expect(seen.given).toHaveLength(1);
    expect(seen.open).toBe(0);
    await gym.close();
  });
});
