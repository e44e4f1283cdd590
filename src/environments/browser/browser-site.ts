import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from '../../core/index.js';

/** A site that is served inside this process, to one world alone, so that it begins anew with every episode. */
export interface BrowserSite {
  /** Changes when the site answers differently; part of the environment's identity. */
  readonly version: string;
  /** The site of a fresh world. The seed decides whatever is left to chance in it. */
  readonly open: (options: { readonly seed: number }) => OpenedBrowserSite | Promise<OpenedBrowserSite>;
}

/** A site as one world has it. */
export interface OpenedBrowserSite {
  /** Answers a request as a handler of `node:http` does. No request reaches it over the network. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
  /** What the site keeps, as facts of the world: `orders/7` becomes `site/HOST/orders/7`. Default: none. */
  readonly state?: () => Readonly<Record<string, Json>>;
  /** Frees what it holds. */
  readonly close?: () => void | Promise<void>;
}
