import type { MeanInterval } from '../../evaluation/index.js';
import type { BenchmarkReport } from './benchmark-report.js';
import type { BenchmarkComparison } from './compare-reports.js';

/** A report as a Markdown table. */
export function benchmarkTable(report: BenchmarkReport): string {
  const { suite, subject, cases, scored, errors, notChecked, flaky, byCategory } = report;
  const counts = [
    `${scored} scored`,
    ...(errors === 0 ? [] : [`${errors} ended by an error`]),
    ...(notChecked === 0 ? [] : [`${notChecked} not checked`]),
    ...(flaky.length === 0 ? [] : [`${flaky.length} flaky`]),
  ];
  return [
    `${subject.name} on ${suite} (${cases.length} cases; trials: ${counts.join(', ')})`,
    '',
    '| | Value | 95 % interval |',
    '|---|---|---|',
    row('Score', report.score),
    ...plainRows(report).map(([name, value]) => `| ${name} | ${share(value)} | |`),
    ...passRows(report),
    ...(byCategory.length < 2 ? [] : byCategory.map(({ category, score }) => row(category, score))),
  ].join('\n');
}

/** A comparison as a Markdown table, and what the test says of it. */
export function comparisonTable(comparison: BenchmarkComparison): string {
  const { before, after, cases, delta, test, regressions, improvements } = comparison;
  const later = new Map(plainRows(after));
  return [
    `${before.suite} (${cases} cases): ${before.subject.name} → ${after.subject.name}`,
    '',
    '| Metric | Before | After | Δ |',
    '|---|---|---|---|',
    `| Score | ${share(before.score?.mean ?? null)} | ${share(after.score?.mean ?? null)} | ${points(delta.mean)} (${points(delta.low)} to ${points(delta.high)}) |`,
    ...plainRows(before).flatMap(([name, value]) => {
      const second = later.get(name) ?? null;
      return second === null
        ? []
        : [`| ${name} | ${share(value)} | ${share(second)} | ${points(second - value)} |`];
    }),
    '',
    `${improvements.length} better, ${regressions.length} worse; p = ${test.pValue.toPrecision(2)} (exact sign test over cases).`,
  ].join('\n');
}

/** With one trial of a case, both are the score. */
function passRows({ passAtK, passHatK }: BenchmarkReport): readonly string[] {
  if (passHatK.length < 2) return [];
  return [
    ...passAtK.map((value, index) => row(`pass@${index + 1}`, value)),
    ...passHatK.map((value, index) => row(`pass^${index + 1}`, value)),
  ];
}

function plainRows({
  credit,
  toolAccuracy,
  argumentAccuracy,
}: BenchmarkReport): readonly (readonly [string, number])[] {
  const rows = [
    ['Credit', credit],
    ['Tool accuracy', toolAccuracy],
    ['Argument accuracy', argumentAccuracy],
  ] as const;
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

function row(name: string, score: MeanInterval | null): string {
  return score === null
    ? `| ${name} | none scored | |`
    : `| ${name} | ${share(score.mean)} | ${share(score.low)} to ${share(score.high)} |`;
}

function share(value: number | null): string {
  return value === null ? 'none' : `${(100 * value).toFixed(1)} %`;
}

function points(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;
}
