import type { FailureKind } from '../../evaluation/index.js';

/** What the calls of a reply are worth. */
export interface CallScore {
  readonly passed: boolean;
  /** 1: tools and arguments are right · 0.5: the tools alone · 0. Arguments beyond the expected ones take nothing off. */
  readonly credit: 0 | 0.5 | 1;
  readonly toolsRight: boolean;
  readonly argumentsRight: boolean;
  /** Null if it passed. */
  readonly kind: FailureKind | null;
  /** Empty if it passed. */
  readonly reason: string;
}

/** The score of calls that are all right. */
export const RIGHT: CallScore = {
  passed: true,
  credit: 1,
  toolsRight: true,
  argumentsRight: true,
  kind: null,
  reason: '',
};

/** The score of calls of the wrong tools. */
export function wrongTools(kind: FailureKind, reason: string): CallScore {
  return { passed: false, credit: 0, toolsRight: false, argumentsRight: false, kind, reason };
}
