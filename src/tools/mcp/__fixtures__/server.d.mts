import type { Server } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../core/index.js';

export declare const ORDER: JsonObject;
export declare function makeServer(): Server;
