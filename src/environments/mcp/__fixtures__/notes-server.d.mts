import type { Server } from '@modelcontextprotocol/server';

export declare function makeServer(notes: string[], options?: { readonly trap?: boolean }): Server;
