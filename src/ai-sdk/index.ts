/**
 * Sandbox tools and code mode as tools of the AI SDK, for its own `generateText`, `streamText` and agents.
 */
export { type AiSdkTool, type MettleToolsOptions, mettleTools } from './mettle-tools.js';
