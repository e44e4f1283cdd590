import { toolError } from '../error-codes.js';

/** The official client package: an optional peer, loaded when a server is first named. */
export interface ClientPackage {
  readonly main: typeof import('@modelcontextprotocol/client');
  readonly stdio: typeof import('@modelcontextprotocol/client/stdio');
}

/** @throws {MettleError} `tools/mcp_not_installed`, naming the command that installs it. */
export async function loadClient(): Promise<ClientPackage> {
  try {
    const [main, stdio] = await Promise.all([
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/client/stdio'),
    ]);
    return { main, stdio };
  } catch (error) {
    throw toolError(
      'mcp_not_installed',
      'MCP servers need a package that is not installed. Run: npm install @modelcontextprotocol/client',
      { cause: error },
    );
  }
}
