import type { TrialResult } from './trial-result.js';

/** What a case came to over its trials. */
export interface CaseResult {
  readonly id: string;
  readonly category: string;
  readonly query: string;
  /** Trials that passed, failed, or whose code kept itself from being checked. */
  readonly scored: number;
  readonly passed: number;
  /** Some trials passed and some did not. */
  readonly flaky: boolean;
  /** In their order; those of errors among them. */
  readonly trials: readonly TrialResult[];
}

/** What is known of a case beside its trials. */
export type CaseHead = Pick<CaseResult, 'id' | 'category' | 'query'>;

/** The case with its trials. */
export function caseResult(head: CaseHead, trials: readonly TrialResult[]): CaseResult {
  const scored = trials.filter(isScored).length;
  const passed = trials.filter(({ verdict }) => verdict === 'pass').length;
  return { ...head, scored, passed, flaky: passed > 0 && passed < scored, trials };
}

/** Whether a trial says something about the subject: code that kept itself from being checked has not passed. */
export function isScored({ verdict, credit }: TrialResult): boolean {
  return verdict === 'pass' || verdict === 'fail' || (verdict === 'not_checked' && credit === 0);
}

/** The share of a case's scored trials that passed; null where none was scored. */
export function passShare({ scored, passed }: CaseResult): number | null {
  return scored === 0 ? null : passed / scored;
}
