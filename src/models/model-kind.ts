import type { OptionKind } from '../core/index.js';

/** The kind of options that take a `ModelSource`: whatever `openModel` takes. */
export const MODEL: OptionKind = {
  wanted: "a model, its name such as 'openai/MODEL', or a function from messages to text",
  allows: (value) =>
    typeof value === 'string' || typeof value === 'function' || (typeof value === 'object' && value !== null),
};
