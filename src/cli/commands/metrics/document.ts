import type { JsonObject } from '../../../core/index.js';
import { oneLine, shortened } from '../../../core/internal.js';
import type { DatasetMetrics, NamedCount, RateInterval } from '../../../evaluation/index.js';
import { diversityRecord } from '../../../evaluation/internal.js';
import type { LineList } from '../records/line-list.js';

/** Names of a list that a person sees. */
const MOST_NAMES = 8;
/** Characters of a name that a person sees. */
const LONGEST = 40;

/** The metrics as `--json` prints them. */
export function metricsDocument(metrics: DatasetMetrics): JsonObject {
  const { pass, verified, diversity } = metrics;
  return {
    total: metrics.trajectories,
    pass_rate: pass?.rate ?? null,
    pass_interval: pass === null ? null : [pass.low, pass.high],
    outcomes: { ...metrics.outcomes },
    verified_rate: verified?.rate ?? null,
    verified_interval: verified === null ? null : [verified.low, verified.high],
    verifications: { ...metrics.verifications },
    evaluated: metrics.evaluated,
    mean_overall: metrics.meanOverall,
    mean_scores: { ...metrics.meanScores },
    overall_scores: metrics.overallScores,
    mean_steps: metrics.meanSteps,
    tool_calls: metrics.toolCalls,
    mean_calls: metrics.meanCalls,
    call_counts: metrics.callCounts.map((each) => ({ ...each })),
    tool_usage: rows(metrics.toolUsage),
    tools_offered: metrics.toolsOffered,
    tool_coverage: metrics.toolCoverage,
    modes: rows(metrics.modes),
    domains: rows(metrics.domains),
    categories: rows(metrics.categories),
    environments: rows(metrics.environments),
    step_types: rows(metrics.stepTypes),
    diversity: diversityRecord(diversity),
  };
}

/** What a person sees. */
export function metricsText(metrics: DatasetMetrics, skipped: LineList): readonly string[] {
  const { trajectories, pass, verified, outcomes, verifications, diversity, meanScores } = metrics;
  const number = (value: number | null): string => (value === null ? 'none' : value.toFixed(2));
  const lines: (readonly [string, string])[] = [
    ['trajectories', `${trajectories}`],
    ['passed', `${rate(pass)}${others(outcomes)}`],
    ['verified', `${rate(verified)}${others(verifications)}`],
    ['steps', `${number(metrics.meanSteps)} each`],
    ['calls', `${metrics.toolCalls}, ${number(metrics.meanCalls)} each`],
    ['tools', `${names(metrics.toolUsage)}; ${metrics.toolsOffered} offered`],
    ['worlds', names(metrics.environments)],
    ['categories', names(metrics.categories)],
    ['modes', names(metrics.modes)],
    ['domains', names(metrics.domains)],
    ['different', `${diversity.prompts} prompts, ${diversity.actionShapes} ways to act`],
    ['repeats', `${diversity.nearDuplicates} prompts nearly repeat an earlier one`],
    ...(metrics.evaluated === 0
      ? []
      : [
          ['overall', `${number(metrics.meanOverall)}, mean of ${metrics.evaluated} judged`] as const,
          ...Object.entries(meanScores).map(([name, mean]) => [name, number(mean)] as const),
        ]),
  ];
  return [
    ...lines.filter(([, value]) => value !== '').map(([name, value]) => `  ${name.padEnd(20)} ${value}`),
    ...skipped.listed.slice(0, 10).map(({ line, reason }) => `Line ${line} is not a trajectory: ${reason}`),
    ...(skipped.count > 10 ? [`… ${skipped.count - 10} more lines; --json lists them.`] : []),
  ];
}

function rate(interval: RateInterval | null): string {
  if (interval === null) return 'none could be checked';
  const [share, low, high] = [interval.rate, interval.low, interval.high].map((each) =>
    (100 * each).toFixed(0),
  );
  return `${share} % (${low} to ${high})`;
}

function others({ not_checked, error }: DatasetMetrics['outcomes']): string {
  const parts = [
    ...(not_checked === 0 ? [] : [`${not_checked} not checked`]),
    ...(error === 0 ? [] : [`${error} ended by an error`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}

function names(counts: readonly NamedCount[]): string {
  const shown = counts
    .slice(0, MOST_NAMES)
    .map(({ name, count }) => `${shortened(oneLine(name), LONGEST)} ${count}`);
  const rest = counts.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function rows(counts: readonly NamedCount[]): readonly JsonObject[] {
  return counts.map((each) => ({ ...each }));
}
