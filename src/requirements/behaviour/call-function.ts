import type { PythonValue, RunResult } from '../../sandbox/index.js';
import type { LoadedCode } from './sandboxed.js';

/** What a function is called with: positional arguments, or both kinds. */
export interface CallArguments {
  readonly arguments: readonly PythonValue[];
  readonly keywordArguments?: Readonly<Record<string, PythonValue>>;
}

/**
 * Calls a function of the loaded code; the result's value is what it returned. A function that ends the program,
 * however well, has not returned: that is an error.
 */
export async function callFunction(
  loaded: LoadedCode,
  functionName: string,
  call: CallArguments,
): Promise<RunResult> {
  const positional = [...call.arguments];
  const keywords = call.keywordArguments ?? {};
  const hasKeywords = Object.keys(keywords).length > 0;
  const result = await loaded.run(
    `[${functionName}(*mettle_arguments${hasKeywords ? ', **mettle_keywords' : ''})]`,
    {
      inputs: { mettle_arguments: positional, ...(hasKeywords ? { mettle_keywords: keywords } : {}) },
    },
  );
  if (!result.ok) return result;
  if (Array.isArray(result.value) && result.value.length === 1) return { ...result, value: result.value[0] };
  return {
    ...result,
    ok: false,
    value: null,
    error: {
      kind: 'runtime',
      type: 'SystemExit',
      message: 'it ended the program instead of returning',
      line: null,
      frames: [],
      hint: 'Return a value; do not call sys.exit().',
    },
  };
}
