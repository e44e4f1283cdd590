import type { ToolDefinition } from '../../records/index.js';
import type { CodingTool } from './coding-workspace.js';

/** A client whose tools a coding world can have. */
export type CodingClient = 'claude-code' | 'codex' | 'pi';

/** A tool of a client: how it is described, and what it does. */
export interface ClientTool {
  readonly definition: ToolDefinition;
  readonly run: CodingTool;
}

/** The tools of a client by their names. */
export type ClientTools = Readonly<Record<string, ClientTool>>;
