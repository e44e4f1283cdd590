import { defineOptions, option } from '../../core/index.js';
import { callPythonTool } from '../../environments/internal.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Mismatches } from './mismatch.js';
import { recordedCalls } from './recorded-calls.js';
import type { Verifier } from './verifier.js';

interface CodeVerifierOptions {
  readonly openSandbox: () => Promise<Sandbox>;
  /** Default true. */
  readonly required?: boolean;
}

const checkOptions = defineOptions<CodeVerifierOptions>()('codeVerifier', {
  openSandbox: option.required(option.callback),
  required: option.boolean,
});

/**
 * Whether the code steps of a record give the same again, in one sandbox that lasts through them: for records whose world is
 * not at hand. With its world, the replay runs them too. A record without code passes.
 */
export function codeVerifier(options: CodeVerifierOptions): Verifier {
  const { openSandbox, required = true } = checkOptions(options);
  return {
    name: 'code',
    required,
    async check(trajectory) {
      const calls = recordedCalls(trajectory).filter(({ step }) => step.type === 'code_execution');
      if (calls.length === 0) return { verdict: 'pass', detail: 'there is no code' };
      const mismatches = new Mismatches();
      const sandbox = await openSandbox();
      try {
        for (const { index, arguments: given, observation: recorded } of calls) {
          const found = await callPythonTool(sandbox, String(given.code));
          for (const field of ['status', 'content', 'data', 'error'] as const) {
            mismatches.compare(index, field, recorded[field], found[field]);
          }
        }
      } finally {
        await sandbox.close();
      }
      return mismatches.found.length === 0
        ? { verdict: 'pass', detail: 'every code step gave the same result in a fresh sandbox' }
        : { verdict: 'fail', detail: 'a fresh sandbox gave another answer', mismatches: mismatches.found };
    },
  };
}
