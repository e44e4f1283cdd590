import type { Server } from '@modelcontextprotocol/server';

/** A server for one connection or one request; its tasks are those of the process. */
export function makeTaskServer(): Server;
/** What the server was told, in order: `get`, `update` and `cancel`, with the task. */
export const told: string[];
