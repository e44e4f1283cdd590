import { createRequire } from 'node:module';

/** Whether an optional package for MCP can be used on this machine. */
export interface McpPackageReport {
  readonly name: string;
  /** It is installed, with all that is loaded of it. */
  readonly available: boolean;
  readonly unlocks: string;
  /** The command that installs it. */
  readonly install: string;
}

const PACKAGES = [
  { name: '@modelcontextprotocol/client', unlocks: 'tools and skills of MCP servers' },
  { name: '@modelcontextprotocol/server', unlocks: 'mettle serve --mcp' },
] as const;

/** Looks which of the optional packages for MCP a module at `from` finds. Nothing is loaded. Default: where Mettle is. */
export function probeMcpPackages(from: string | URL = import.meta.url): readonly McpPackageReport[] {
  const { resolve } = createRequire(from);
  return PACKAGES.map(({ name, unlocks }) => ({
    name,
    available: [name, `${name}/stdio`].every((part) => canResolve(resolve, part)),
    unlocks,
    install: `npm install ${name}`,
  }));
}

function canResolve(resolve: NodeJS.RequireResolve, name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
