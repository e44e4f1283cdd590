import { invalidOption } from '../../core/internal.js';
import { gymToServe } from './gym-to-serve.js';
import { checkGuarded, type HttpListener, type ListenOptions, listenHttp } from './http-listener.js';
import type { GymServing, ServeGymOptions } from './serve-options.js';
import type { ServedGym } from './served-gym.js';
import { SessionTable } from './session-table.js';

/** What a protocol adds: its routes, and what takes sockets. */
export interface Protocol extends Pick<ListenOptions, 'routes' | 'fallback' | 'upgrade'> {
  /** Says goodbye to the sockets. */
  readonly close?: () => void;
}

/** Paths that are no names of environments. */
const RESERVED: readonly string[] = ['health', 'version', 'ping', 'create', 'delete', 'list_environments'];

/**
 * Serves a gym by a protocol.
 * @throws {MettleError} `gym/no_task`, `gym/cannot_listen`, `gym/token_needed`; what drawing the first task throws.
 */
export async function openServing(
  options: ServeGymOptions,
  protocol: (gym: ServedGym, sessions: SessionTable, maxBytes: number) => Protocol,
): Promise<GymServing> {
  const { host = '127.0.0.1', port = 0, token, maxMessageBytes: maxBytes = 8_000_000 } = options;
  const { maxSessions = 128, idleTimeoutSeconds: idleSeconds = 900, seed = 0 } = options;
  const { gym: own, name: wanted, description, tasksPerSplit = 100 } = options;
  checkGuarded({ host, token: token ?? null });
  const gym = await gymToServe({ gym: own, name: wanted, description, tasksPerSplit, seed });
  if (!/^[A-Za-z_][\w-]*$/.test(gym.name) || RESERVED.includes(gym.name)) {
    throw invalidOption(
      'the server',
      'name',
      'a name in snake_case that is no path of the protocol',
      gym.name,
    );
  }
  const sessions = new SessionTable({ maxSessions, idleSeconds, now: () => performance.now() });
  const { close: endSockets, ...served } = protocol(gym, sessions, maxBytes);
  let listener: HttpListener;
  try {
    listener = await listenHttp({ host, port, token: token ?? null, maxBytes, ...served });
  } catch (error) {
    await sessions.close();
    throw error;
  }
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      endSockets?.();
      await Promise.all([listener.close(), sessions.close()]);
    })();
    return closing;
  };
  return {
    url: listener.url,
    name: gym.name,
    get sessions() {
      return sessions.size;
    },
    maxSessions,
    splits: gym.splits.map(({ name, count }) => ({ name, count })),
    close,
    [Symbol.asyncDispose]: close,
  };
}
