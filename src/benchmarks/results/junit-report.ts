import { type Html, html } from '../../report/internal.js';
import type { BenchmarkReport } from './benchmark-report.js';
import { type CaseResult, isScored } from './case-result.js';

/**
 * A report as JUnit XML, which CI services show as tests: one test for each case. A case fails unless all its scored trials passed, is an error if
 * the machine or the provider ended all of them, and is skipped if nothing could be said of it. Names and reasons are escaped.
 *
 * @example
 * ```ts
 * import { junitReport, runBenchmark } from 'mettle/benchmarks';
 *
 * const report = await runBenchmark(() => [null, {}], [{ id: 'hello', query: 'Say hello.', tools: [], expected: [] }]);
 * console.log(junitReport(report).split('\n')[2]); // → <testsuite name="cases" tests="1" failures="0" errors="0" skipped="0">
 * ```
 */
export function junitReport(report: BenchmarkReport): string {
  const results = report.cases.map((each) => ({ each, state: stateOf(each) }));
  const count = (wanted: CaseState): number => results.filter(({ state }) => state === wanted).length;
  const tests = results.map(({ each, state }) => testCase(report, each, state));
  const counts = html`tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  const suite = html`<testsuite name="${report.suite}" ${counts}>
  <properties>
    <property name="subject" value="${report.subject.name}"/>
    <property name="run" value="${report.run}"/>
    <property name="score" value="${report.score === null ? 'none' : report.score.mean.toFixed(4)}"/>
  </properties>
${tests}</testsuite>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts.text}>\n${suite.text}\n</testsuites>\n`;
}

type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

function stateOf({ scored, passed, trials }: CaseResult): CaseState {
  if (scored > 0) return passed === scored ? 'passed' : 'failure';
  return trials.some(({ verdict }) => verdict === 'error') ? 'error' : 'skipped';
}

function testCase({ suite }: BenchmarkReport, { id, category, ...each }: CaseResult, state: CaseState): Html {
  const head = html`  <testcase classname="${suite}.${category}" name="${id}"`;
  if (state === 'passed') return html`${head}/>\n`;
  const reasons = each.trials
    .filter((trial) => trial.verdict !== 'pass' && (state === 'failure' ? isScored(trial) : true))
    .map(({ trial, reason }) => `trial ${trial + 1}: ${reason}`);
  const message =
    state === 'failure'
      ? `${each.passed} of ${each.scored} trials passed`
      : state === 'error'
        ? 'ended by an error of the machine or the provider'
        : 'not checked';
  const body =
    state === 'failure'
      ? html`<failure message="${message}">${reasons.join('\n')}</failure>`
      : state === 'error'
        ? html`<error message="${message}">${reasons.join('\n')}</error>`
        : html`<skipped message="${message}"/>`;
  return html`${head}>${body}</testcase>\n`;
}
