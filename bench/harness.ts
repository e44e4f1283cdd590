/**
 * A tiny benchmark harness. A suite is a list of comparisons; each runs its subject and its baseline in turn, in
 * this one process, so that a slow machine slows both, and reports medians and their ratio.
 */

/** One thing to time. */
export interface BenchTask {
  readonly name: string;
  /** Does the work once; how many units of work that was, when not 1. */
  readonly run: () => Promise<number | undefined> | number | undefined | Promise<void> | void;
}

/** A subject against its baseline. */
export interface Comparison {
  /** What is compared, with its size: `fork of 20,000 files`. */
  readonly name: string;
  readonly subject: BenchTask;
  readonly baseline: BenchTask;
  /** Counted runs of each. Default 30. */
  readonly rounds?: number;
  /** Runs before counting. Default 3. */
  readonly warmup?: number;
  /** What is claimed of the subject's median, for the table. */
  readonly claim?: { readonly medianSeconds?: number; readonly ratio?: number };
}

/** A figure that is no duration: a share, a size, a rate. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly claim?: string;
}

/** A file of benchmarks. */
export interface BenchSuite {
  readonly name: string;
  /** Builds the comparisons; what they need is opened here. */
  readonly comparisons?: () => Promise<readonly Comparison[]> | readonly Comparison[];
  /** Measures figures. */
  readonly figures?: () => Promise<readonly Figure[]> | readonly Figure[];
  /** Closes what was opened. */
  readonly close?: () => Promise<void> | void;
}

/** What a comparison measured, seconds per unit of work. */
export interface ComparisonResult {
  readonly name: string;
  readonly subject: string;
  readonly baseline: string;
  readonly subjectMedian: number;
  readonly subjectP95: number;
  readonly baselineMedian: number;
  /** Median of baseline ÷ subject, pair by pair: how many times faster the subject is. */
  readonly ratio: number;
  readonly rounds: number;
  readonly claim?: Comparison['claim'];
}

/** Runs one comparison, subject and baseline in turn. */
export async function compare(comparison: Comparison): Promise<ComparisonResult> {
  const rounds = comparison.rounds ?? 30;
  for (let i = 0; i < (comparison.warmup ?? 3); i++) {
    await time(comparison.subject);
    await time(comparison.baseline);
  }
  const subject: number[] = [];
  const baseline: number[] = [];
  for (let i = 0; i < rounds; i++) {
    subject.push(await time(comparison.subject));
    baseline.push(await time(comparison.baseline));
  }
  return {
    name: comparison.name,
    subject: comparison.subject.name,
    baseline: comparison.baseline.name,
    subjectMedian: quantile(subject, 0.5),
    subjectP95: quantile(subject, 0.95),
    baselineMedian: quantile(baseline, 0.5),
    ratio: quantile(
      subject.map((seconds, i) => (baseline[i] ?? Number.NaN) / seconds),
      0.5,
    ),
    rounds,
    ...(comparison.claim === undefined ? {} : { claim: comparison.claim }),
  };
}

async function time(task: BenchTask): Promise<number> {
  const start = performance.now();
  const units = await task.run();
  return (performance.now() - start) / 1000 / (typeof units === 'number' ? units : 1);
}

/** The value below which a share of the values lies (nearest rank). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
