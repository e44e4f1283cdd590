import { MettleError } from '../core/index.js';
import type { ErrorMaker } from '../core/internal.js';

/** The errors of this module: `tools/WHAT`. docs/errors.md says what each means. */
export type ToolErrorCode = `tools/${
  | 'cannot_listen'
  | 'duplicate_name'
  | 'invalid_agents_md'
  | 'invalid_skills'
  | 'invalid_tool'
  | 'mcp_closed'
  | 'mcp_lost'
  | 'mcp_not_installed'
  | 'mcp_refused'
  | 'mcp_unreachable'
  | 'unknown_skill'
  | 'unknown_skill_file'}`;

/** Makes an error of this module. */
export const toolError: ErrorMaker<ToolErrorCode> = (what, message, extra) =>
  new MettleError({ code: `tools/${what}`, message, ...extra });
