/**
 * Tools for models: with checked arguments, time limits, and errors that say what to do next.
 */
export type {
  McpPrompt,
  McpPrompts,
  McpRequestOptions,
  McpResource,
  McpResourceContent,
  McpResources,
  McpResourceTemplate,
} from './mcp/mcp-offers.js';
export type {
  McpAddress,
  McpInputAnswer,
  McpInputRequest,
  McpOptions,
  McpProcess,
} from './mcp/mcp-server.js';
export { type McpServerFacts, type McpTools, mcpTools } from './mcp/mcp-tools.js';
export type { ToolFault, ToolOutcome } from './outcome.js';
export type { McpPackageReport } from './probe-mcp-packages.js';
export { type McpServing, type ServeMcpOptions, serveMcp } from './serve/serve-mcp.js';
export { readAgentsMd } from './skills/agents-md.js';
export type { Skill, SkillList, SkillProblem, SkillSource } from './skills/skill.js';
export { skillFolders } from './skills/skill-folders.js';
export { skillsPrompt, skillTool } from './skills/skill-tool.js';
export {
  type Tool,
  type ToolCallOptions,
  type ToolContext,
  type ToolDescription,
  ToolFailure,
  type ToolOptions,
  tool,
} from './tool.js';
export { type ToolSet, toolSet } from './tool-set.js';
export { toolsOfSandbox } from './tools-of-sandbox.js';
