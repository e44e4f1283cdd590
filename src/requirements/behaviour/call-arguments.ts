import type { PythonValue } from '../../sandbox/index.js';

/** What a function is called with: positional arguments, or both kinds. */
export interface CallArguments {
  readonly arguments: readonly PythonValue[];
  readonly keywordArguments?: Readonly<Record<string, PythonValue>>;
}
