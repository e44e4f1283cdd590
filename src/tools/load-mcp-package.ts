import { toolError } from './error-codes.js';

/** The official client package: an optional peer, loaded when a server is first named. */
export interface ClientPackage {
  readonly main: typeof import('@modelcontextprotocol/client');
  readonly stdio: typeof import('@modelcontextprotocol/client/stdio');
}

/** The official server package: an optional peer, loaded when a server is started. */
export interface ServerPackage {
  readonly main: typeof import('@modelcontextprotocol/server');
  readonly stdio: typeof import('@modelcontextprotocol/server/stdio');
  /** Serves skills by the protocol's extension. */
  readonly skills: typeof import('@modelcontextprotocol/server/ext/skills');
}

/** @throws {MettleError} `tools/mcp_not_installed`, naming the command that installs it. */
export function loadClient(): Promise<ClientPackage> {
  return load('MCP servers need', '@modelcontextprotocol/client', async () => ({
    main: await import('@modelcontextprotocol/client'),
    stdio: await import('@modelcontextprotocol/client/stdio'),
  }));
}

/** @throws {MettleError} `tools/mcp_not_installed`, naming the command that installs it. */
export function loadServer(): Promise<ServerPackage> {
  return load('Serving MCP needs', '@modelcontextprotocol/server', async () => ({
    main: await import('@modelcontextprotocol/server'),
    stdio: await import('@modelcontextprotocol/server/stdio'),
    skills: await import('@modelcontextprotocol/server/ext/skills'),
  }));
}

async function load<Package>(who: string, name: string, imports: () => Promise<Package>): Promise<Package> {
  try {
    return await imports();
  } catch (cause) {
    const message = `${who} a package that is not installed. Run: npm install ${name}`;
    throw toolError('mcp_not_installed', message, { cause });
  }
}
