import type { RunOptions, Sandbox } from '../sandbox/index.js';

/** What a run was asked for. */
export interface EchoedRun {
  readonly code: string;
  readonly options: RunOptions;
}

/** A sandbox that runs nothing: it keeps what it was asked for, and each run gives `{"b": 1}`. */
export function echoSandbox(
  onRun: (run: EchoedRun) => Promise<unknown> | undefined = () => undefined,
): Sandbox & { readonly runs: readonly EchoedRun[] } {
  const runs: EchoedRun[] = [];
  return {
    runs,
    async run(code: string, options: RunOptions) {
      runs.push({ code, options });
      await onRun({ code, options });
      return { ok: true, value: { b: 1 }, error: null, stdout: '', stderr: '' };
    },
  } as unknown as Sandbox & { readonly runs: readonly EchoedRun[] };
}
