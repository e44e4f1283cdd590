import { startOf } from '../../core/internal.js';
import type { ToolDefinition } from '../../records/index.js';

/** Characters that providers take in a tool's name. */
const NOT_IN_NAMES = /[^A-Za-z0-9_-]/g;
const LONGEST_NAME = 64;

/** Tools under names that every provider takes. */
export interface PlainTools {
  readonly tools: readonly ToolDefinition[];
  /** The name of a tool, by the one that it is offered under; another text is itself. */
  readonly nameOf: (offered: string) => string;
}

/** Offers tools whose names providers refuse, such as `math.gcd`, under others. */
export function plainTools(tools: readonly ToolDefinition[]): PlainTools {
  const names = new Map<string, string>();
  const offered = tools.map((tool) => {
    const plain = startOf(tool.name.replace(NOT_IN_NAMES, '_'), LONGEST_NAME) || 'tool';
    let shown = plain;
    for (let count = 2; names.has(shown); count++) {
      shown = `${startOf(plain, LONGEST_NAME - 1 - String(count).length)}_${count}`;
    }
    names.set(shown, tool.name);
    return { ...tool, name: shown };
  });
  return { tools: offered, nameOf: (shown) => names.get(shown) ?? shown };
}
