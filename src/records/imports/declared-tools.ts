import type { Json } from '../../core/index.js';
import { parseToolCatalog } from '../tool-catalog.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { Losses } from './content-text.js';

/** The tools that a log declares; what is no function of a JSON object, such as a service's own search, is a loss. */
export function declaredTools(declared: Json | undefined, losses: Losses): readonly ToolDefinition[] {
  if (declared === undefined || declared === null || declared === '') return [];
  const { tools, dropped } = parseToolCatalog(declared);
  for (const { reason } of dropped) losses.add(`a declared tool: ${reason}`);
  return tools;
}
