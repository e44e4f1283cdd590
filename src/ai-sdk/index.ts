/**
 * Sandbox tools and code mode as tools of the AI SDK, for its own `generateText`, `streamText` and agents.
 */
export type { AiSdkTool } from './ai-sdk-tool.js';
export { type MettleToolsOptions, mettleTools } from './mettle-tools.js';
export {
  type CallableTool,
  type PythonToolCaller,
  type PythonToolCallerOptions,
  pythonToolCaller,
} from './python-tool-caller.js';
