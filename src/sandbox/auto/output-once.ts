import type { RunOptions } from '../contract.js';

type OnOutput = NonNullable<RunOptions['onOutput']>;

/** A listener for a run that may be made a second time. */
export interface OutputOnce {
  /** For the first run. */
  readonly first: OnOutput | null;
  /** For the second: what the first has shown already is not shown again. */
  readonly second: OnOutput | null;
}

/** Splits a listener for output in two, so that what both runs print is shown once. */
export function outputOnce(listener: OnOutput | null): OutputOnce {
  if (listener === null) return { first: null, second: null };
  const shown = { stdout: 0, stderr: 0 };
  return {
    first: (chunk) => {
      shown[chunk.stream] += chunk.text.length;
      listener(chunk);
    },
    second: ({ stream, text }) => {
      const rest = text.slice(shown[stream]);
      shown[stream] = Math.max(0, shown[stream] - text.length);
      if (rest !== '') listener({ stream, text: rest });
    },
  };
}
