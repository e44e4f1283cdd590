import type { PythonValue, RunError, RunResult } from '../../sandbox/index.js';
import type { ExecutionPlan } from './execution-plan.js';

/** A file that the code wrote and the policy asked to be handed out. */
export interface ExportedFile {
  /** Absolute path in the sandbox's tree. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What one execution of model-written code came to. */
export interface Execution {
  readonly ok: boolean;
  readonly value: PythonValue;
  /** As captured, cut where the policy caps it. */
  readonly stdout: string;
  readonly stderr: string;
  /**
   * Characters of stdout as Python counts them (code points), before any cut by the policy; one final line break,
   * which `print` adds, is not counted.
   */
  readonly stdoutChars: number;
  readonly error: RunError | null;
  readonly engine: RunResult['engine'] | 'local_unsafe';
  /** The files that the policy names and the code wrote. */
  readonly exported: readonly ExportedFile[];
}

/** Code points of captured stdout, one final line break not counted. */
function countOutputChars(stdout: string): number {
  let count = 0;
  for (const _ of stdout) count++;
  return stdout.endsWith('\n') ? count - 1 : count;
}

/** What a run in a sandbox came to, its output cut as the plan says. */
export function executionOf(
  result: RunResult,
  plan: ExecutionPlan,
  exported: readonly ExportedFile[] = [],
): Execution {
  return {
    ok: result.ok,
    value: result.value,
    ...keptOutput(result, plan),
    error: result.error,
    engine: result.engine,
    exported,
  };
}

/** Captured output as the plan keeps it, with the size it had. */
export function keptOutput(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  plan: ExecutionPlan,
): Pick<Execution, 'stdout' | 'stderr' | 'stdoutChars'> {
  return {
    stdout: plan.stdoutMaxBytes === null ? stdout : cutToBytes(stdout, plan.stdoutMaxBytes),
    stderr: plan.stderrMaxBytes === null ? stderr : cutToBytes(stderr, plan.stderrMaxBytes),
    stdoutChars: countOutputChars(stdout),
  };
}

const CUT_MARK = '... [truncated]';

/**
 * Text whose UTF-8 form takes at most `maxBytes` bytes, a mark for the cut included; never a part of a character.
 * Budgets too small for the mark get none.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxBytes) return text;
  const budget = maxBytes > CUT_MARK.length ? maxBytes - CUT_MARK.length : maxBytes;
  let end = budget;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  const head = bytes.subarray(0, end).toString('utf8');
  return maxBytes > CUT_MARK.length ? `${head}${CUT_MARK}` : head;
}
