import type { CallArguments } from './call-arguments.js';
import { showPython } from './show-python.js';

/** A call as Python would write it: `area(2, unit='m')`. */
export function showCall(functionName: string, call: CallArguments): string {
  const keywords = Object.entries(call.keywordArguments ?? {}).map(
    ([name, value]) => `${name}=${showPython(value)}`,
  );
  return `${functionName}(${[...call.arguments.map(showPython), ...keywords].join(', ')})`;
}
