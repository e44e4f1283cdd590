import { relative } from 'node:path';
import type { RoundComparison } from './compare-rounds.js';
import type { DemoResult } from './demo-result.js';
import type { SkillResult } from './judge-skills.js';
import type { DemoFiles } from './write-demo.js';

/** What `--json` prints. */
export function documentOf(result: DemoResult, files: DemoFiles, seconds: number): unknown {
  const { seed, rounds, oracle, skills, failures, comparison, improved } = result;
  return {
    rounds: rounds.map(({ round, tasks, runs, pass, verified }) => ({
      round,
      tasks,
      runs,
      pass_rate: pass.rate,
      pass_interval: [pass.low, pass.high],
      verified_rate: verified.rate,
    })),
    improved,
    unseen: comparisonDocument(comparison),
    failures,
    skills: skills.map(({ skill, training, kept, adjustedPValue, comparison: unseen, controls }) => ({
      skill: skill.name,
      style: skill.style.family,
      searchable: skill.style.searchable,
      examples: training?.examples.length ?? 0,
      script: training?.result.script ?? null,
      evaluations: training?.result.evaluations ?? 0,
      confidence: training?.result.confidence ?? null,
      found_by: training?.result.foundBy ?? null,
      reasons: training?.result.reasons ?? [],
      unseen: comparisonDocument(unseen),
      adjusted_p_value: adjustedPValue,
      kept,
      controls: controls.map(({ kind, comparison: control }) => ({
        kind,
        ...(control === null ? {} : comparisonDocument(control)),
      })),
    })),
    oracle_pass_rate: oracle.pass.rate,
    dataset: files.dataset,
    openai: files.openai,
    tasks: files.tasks,
    scripts: files.scripts,
    report: files.report,
    seed,
    seconds,
  };
}

function comparisonDocument(comparison: RoundComparison): Readonly<Record<string, unknown>> {
  const { tasks, before, after, test, difference } = comparison;
  return {
    tasks,
    before,
    after,
    better: test.better,
    worse: test.worse,
    p_value: test.pValue,
    difference_interval: [difference.low, difference.high],
  };
}

/** What a person reads at the end. */
export function summaryOf(result: DemoResult, files: DemoFiles, seconds: number): string {
  const { rounds, comparison, skills, failures, dataset } = result;
  const [first, second] = rounds;
  return [
    `${first.tasks} tasks, ${first.runs} runs per round; ${percent(first.verified.rate)} and ${percent(second.verified.rate)} verified by replay.`,
    `${failures.failed} runs failed in round 1; ${failures.trainable} of them need a skill, and ${failures.repaired} of those pass in round 2.`,
    ...skills.map(skillLine),
    `All ${comparison.tasks} unseen tasks: ${percent(comparison.before)} before, ${percent(comparison.after)} after.`,
    `${dataset.trajectoryCount} verified runs in ${relative('', files.dataset) || files.dataset}, ${dataset.openaiCount} of them as OpenAI messages beside it.`,
    `Report: ${files.report} (${seconds.toFixed(1)} s)`,
  ].join('\n');
}

function skillLine({ skill, training, kept, adjustedPValue, comparison, controls }: SkillResult): string {
  const label = skill.name.replaceAll('_', ' ');
  if (training === null) return `${label}: no run failed, so nothing was trained.`;
  if (training.result.script === null || adjustedPValue === null) {
    return `${label}: training abstained, so nothing changed.`;
  }
  const best = Math.max(0, ...controls.map(({ comparison: control }) => control?.after ?? 0));
  return `${label}: ${percent(comparison.before)} before, ${percent(comparison.after)} after on ${comparison.tasks} unseen tasks (p = ${adjustedPValue.toPrecision(2)}, at most ${percent(best)} with a negative control); the script is ${kept ? 'kept' : 'not kept'}.`;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}
