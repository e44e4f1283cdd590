import { type OptionKinds, option } from '../../core/index.js';
import type { PythonValue } from '../../sandbox/index.js';

/** What a function is called with: positional arguments, or both kinds. */
export interface CallArguments {
  readonly arguments: readonly PythonValue[];
  readonly keywordArguments?: Readonly<Record<string, PythonValue>>;
}

/** The kinds of {@link CallArguments}. */
export const CALL_ARGUMENTS: OptionKinds<CallArguments> = {
  arguments: option.required(option.list()),
  keywordArguments: option.record,
};
