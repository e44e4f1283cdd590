import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { defineOptions, option } from '../../core/index.js';
import { coreError } from '../../core/internal.js';
import type { CreateSandboxOptions } from '../../sandbox/index.js';
import { loadServer, type ServerPackage } from '../load-mcp-package.js';
import { CommitRequests } from './commit-request.js';
import { listenHttp } from './http-listener.js';
import { serverFactory } from './make-server.js';
import { loadSkills } from './served-skills.js';
import { Workspace } from './workspace.js';

/** How {@link serveMcp} serves. */
export interface ServeMcpOptions {
  /** The sandbox that is served, as `createSandbox` takes it; `commit` writes to its `workdir`, and is refused without. */
  readonly sandbox?: CreateSandboxOptions;
  /** A folder of skills (`NAME/SKILL.md`), served by the protocol's extension as it is now. Default: none. */
  readonly skills?: string;
  /**
   * `stdio`: one client, over this process's standard input and output. A `port`: any number of clients over streamable
   * HTTP, on this machine alone; 0 is a free port. Default `stdio`.
   */
  readonly over?: 'stdio' | { readonly port: number; readonly token?: string };
  /** In place of the process's own streams. */
  readonly input?: Readable;
  readonly output?: Writable;
}

const checkServeMcpOptions = defineOptions<ServeMcpOptions>()('serveMcp', {
  sandbox: option.object,
  skills: option.string,
  over: option.either(option.oneOf(['stdio']), option.object),
  input: option.any,
  output: option.any,
});

/** A server at work. */
export interface McpServing extends AsyncDisposable {
  /** Where HTTP clients find it; null over standard input and output. */
  readonly url: string | null;
  /** What HTTP clients send as `Authorization: Bearer TOKEN`; null over standard input and output. */
  readonly token: string | null;
  /** Settles when it has ended: it was closed, or its client went away. */
  readonly ended: Promise<void>;
  /** Ends it and closes its sandboxes. Twice is fine. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox to any assistant that speaks MCP, of the protocol of 2026-07-28 or the one before: run Python, read,
 * write, edit, list and search files, fork, show changes, merge, and commit after the person agreed.
 *
 * Nothing is written to the host but by `commit`. It asks the person by the protocol's own input request, about exactly
 * the changes there are, and is refused where the client can't ask. Needs the package `@modelcontextprotocol/server`.
 *
 * @throws {MettleError} `tools/mcp_not_installed`, `tools/cannot_listen`, `tools/invalid_skills`, and as `createSandbox`.
 * @example
 * ```ts
 * import { serveMcp } from 'mettle/tools';
 *
 * const serving = await serveMcp({ sandbox: { workdir: '.' }, over: { port: 0 } });
 * console.log(serving.url); // → http://127.0.0.1:…/mcp
 * await serving.close();
 * ```
 */
export async function serveMcp(options: ServeMcpOptions = {}): Promise<McpServing> {
  checkServeMcpOptions(options);
  const { sandbox = {}, over = 'stdio', skills } = options;
  const token = over === 'stdio' ? null : (over.token ?? randomBytes(24).toString('base64url'));
  if (token !== null && token.length < 16) {
    throw coreError('invalid_option', 'The token of an MCP server has to have at least 16 characters.');
  }
  const serverPackage = await loadServer();
  const served = skills === undefined ? null : await loadSkills(serverPackage, skills);
  const workspace = await Workspace.open(sandbox);
  const commits =
    sandbox.workdir === undefined ? null : new CommitRequests(workspace.main.sandbox.files, sandbox.workdir);
  const makeServer = serverFactory(serverPackage, workspace, commits, served);
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stop: () => Promise<void> = async () => undefined;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= stop()
      .then(() => workspace.close())
      .finally(finish);
    return closing;
  };
  try {
    if (over === 'stdio') {
      stop = serveStreams(serverPackage, makeServer, options, close);
      return { url: null, token, ended, close, [Symbol.asyncDispose]: close };
    }
    const listener = await listenHttp(serverPackage, makeServer, { port: over.port, token: token ?? '' });
    stop = listener.close;
    return { url: listener.url, token, ended, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

/** Serves one client over two streams until the first of them ends; returns what ends it sooner. */
function serveStreams(
  { stdio }: ServerPackage,
  makeServer: () => Server,
  { input = process.stdin, output = process.stdout }: ServeMcpOptions,
  onEnd: () => Promise<void>,
): () => Promise<void> {
  const transport = new stdio.StdioServerTransport(input, output);
  const handle = stdio.serveStdio(makeServer, { transport });
  const end = (): void => void onEnd();
  input.once('end', end);
  input.once('close', end);
  return async () => {
    input.off('end', end);
    input.off('close', end);
    await handle.close();
  };
}
