import type { PythonValue, RunResult } from '../../sandbox/index.js';
import type { LoadedCode } from './sandboxed.js';

/** What a function is called with: positional arguments, or both kinds. */
export interface CallArguments {
  readonly arguments: readonly PythonValue[];
  readonly keywordArguments?: Readonly<Record<string, PythonValue>>;
}

/** Calls a function of the loaded code; the result's value is what it returned. */
export function callFunction(
  loaded: LoadedCode,
  functionName: string,
  call: CallArguments,
): Promise<RunResult> {
  const positional = [...call.arguments];
  const keywords = call.keywordArguments ?? {};
  const hasKeywords = Object.keys(keywords).length > 0;
  return loaded.run(`${functionName}(*mettle_arguments${hasKeywords ? ', **mettle_keywords' : ''})`, {
    inputs: { mettle_arguments: positional, ...(hasKeywords ? { mettle_keywords: keywords } : {}) },
  });
}
