import type { Finding } from '../../python/index.js';
import type { Report } from '../../requirements/index.js';
import { inFlagWords } from '../flag-words.js';

/** What a person at the command line can do beside changing the code, by the rule of a finding. */
const CHOICES: Readonly<Record<string, string>> = {
  'execution/output': 'Or allow more with --output-limit.',
  'execution/timeout': 'Or allow more time with --timeout.',
  'execution/unsupported': 'Or choose another engine with --engine.',
  'import/dynamic': 'Or allow more modules with --allow-import.',
  'import/forbidden': 'Or allow it with --allow-import.',
};

/** The report in the words of the command line: reasons name its flags, and hints say which of them helps. */
export function reportInFlagWords(report: Report): Report {
  const results = report.results.map((result) => ({
    ...result,
    reason: inFlagWords(result.reason),
    findings: result.findings.map(findingInFlagWords),
  }));
  return { ...report, results };
}

function findingInFlagWords(finding: Finding): Finding {
  const choice = CHOICES[finding.rule];
  const hint = inFlagWords(finding.hint);
  return {
    ...finding,
    message: inFlagWords(finding.message),
    hint: choice === undefined ? hint : `${hint} ${choice}`.trim(),
  };
}
