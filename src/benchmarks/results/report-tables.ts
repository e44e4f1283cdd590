import type { MeanInterval } from '../../evaluation/index.js';
import type { BenchmarkReport } from './benchmark-report.js';
import { smallSampleCaution } from './cautions.js';
import type { BenchmarkComparison } from './compare-reports.js';

/**
 * A report as a Markdown table, with a caution if the cases are few.
 * @param name - writes names of suite, subject and categories. Default: as they are.
 */
export function benchmarkTable(
  report: BenchmarkReport,
  name: (text: string) => string = (text) => text,
): string {
  const { suite, subject, cases, scored, errors, notChecked, flaky, byCategory } = report;
  const counts = [
    `${scored} scored`,
    ...(errors === 0 ? [] : [`${errors} ended by an error`]),
    ...(notChecked === 0 ? [] : [`${notChecked} not checked`]),
    ...(flaky.length === 0 ? [] : [`${flaky.length} flaky`]),
  ];
  return [
    `${name(subject.name)} on ${name(suite)} (${cases.length} cases; trials: ${counts.join(', ')})`,
    '',
    '| | Value | 95 % interval |',
    '|---|---|---|',
    row('Score', report.score),
    ...plainRows(report).map(([metric, value]) => `| ${metric} | ${share(value)} | |`),
    ...passRows(report),
    ...(byCategory.length < 2 ? [] : byCategory.map(({ category, score }) => row(name(category), score))),
    ...cautionLines(cases.length),
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
    ...categoryLines(comparison),
    ...cautionLines(cases),
  ].join('\n');
}

/** Categories, if there are several: the p-value of each is adjusted, for one of many is small by chance. */
function categoryLines({ byCategory }: BenchmarkComparison): readonly string[] {
  if (byCategory.length < 2) return [];
  return [
    '',
    '| Category | Cases | Δ | Adjusted p |',
    '|---|---|---|---|',
    ...byCategory.map(
      ({ category, cases, delta, adjustedPValue }) =>
        `| ${category} | ${cases} | ${points(delta)} | ${adjustedPValue.toPrecision(2)} |`,
    ),
    '',
    `The p-values of the ${byCategory.length} categories are adjusted for their number (Holm).`,
  ];
}

function cautionLines(cases: number): readonly string[] {
  const caution = smallSampleCaution(cases);
  return caution === null ? [] : ['', caution];
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
