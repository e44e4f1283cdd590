import type { RunOptions, RunResult, Sandbox } from '../sandbox/index.js';

/** What a run was asked for. */
export interface EchoedRun {
  readonly code: string;
  readonly options: RunOptions;
}

/** A sandbox that runs nothing: it keeps what it was asked for, and each run gives `{"b": 1}`, or what is said here. */
export function echoSandbox(
  given: Partial<RunResult> = {},
): Sandbox & { readonly runs: readonly EchoedRun[] } {
  const runs: EchoedRun[] = [];
  return {
    runs,
    async run(code: string, options: RunOptions) {
      runs.push({ code, options });
      return { ok: true, value: { b: 1 }, error: null, stdout: '', stderr: '', ...given };
    },
  } as unknown as Sandbox & { readonly runs: readonly EchoedRun[] };
}
