import { MettleError } from '../../core/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { isCall, type SessionPlan } from './plan-session.js';

/** Programs that agents call and that need nothing but themselves. */
const USUAL: readonly string[] = ['git', 'jq', 'make', 'perl', 'rg'];

/** Those of the usual programs that a session's lines name and that this machine can lend. */
export async function usualPrograms({ steps }: SessionPlan): Promise<readonly string[]> {
  const lines = steps.flatMap((step) => (isCall(step) && step.notRun === null ? [step.command] : []));
  const isNamed = (name: string): boolean => lines.some((line) => new RegExp(`\\b${name}\\b`).test(line));
  let programs = USUAL.filter(isNamed);
  while (programs.length > 0) {
    try {
      await (await createSandbox({ programs })).close();
      return programs;
    } catch (error) {
      const missing =
        MettleError.isInstance(error) && error.code === 'sandbox/no_program' ? error.details : undefined;
      const { program } = (missing ?? {}) as { readonly program?: unknown };
      if (!programs.some((each) => each === program)) throw error;
      programs = programs.filter((each) => each !== program);
    }
  }
  return programs;
}
