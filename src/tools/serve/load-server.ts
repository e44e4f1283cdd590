import { toolError } from '../error-codes.js';

/** The official server package: an optional peer, loaded when a server is started. */
export interface ServerPackage {
  readonly main: typeof import('@modelcontextprotocol/server');
  readonly stdio: typeof import('@modelcontextprotocol/server/stdio');
}

/** @throws {MettleError} `tools/mcp_not_installed`, naming the command that installs it. */
export async function loadServer(): Promise<ServerPackage> {
  try {
    const [main, stdio] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ]);
    return { main, stdio };
  } catch (error) {
    throw toolError(
      'mcp_not_installed',
      'Serving MCP needs a package that is not installed. Run: npm install @modelcontextprotocol/server',
      { cause: error },
    );
  }
}
