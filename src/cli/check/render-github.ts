import { visibleText } from '../../core/internal.js';
import type { Finding } from '../../python/index.js';
import { describeFinding } from '../../python/internal.js';
import type { RequirementResult } from '../../requirements/index.js';
import type { CheckedFile } from './check-document.js';
import { locateInFile } from './locate.js';

/** Findings as GitHub workflow commands, which become annotations of the changed lines. Nothing when all is good. */
export function renderGithub(checked: readonly CheckedFile[]): string {
  const lines: string[] = [];
  for (const { input, report } of checked) {
    for (const result of report.results) {
      const findings = result.findings.filter(({ severity }) => severity !== 'info');
      for (const finding of findings) {
        lines.push(annotation(input.file, result, locateInFile(finding, report.artefact)));
      }
      const { severity, verdict, cause } = result;
      const isOpen =
        verdict === 'fail' ||
        verdict === 'error' ||
        cause === 'limit' ||
        cause === 'engine' ||
        cause === 'namespace';
      if (isOpen && findings.length === 0) {
        const level = severity === 'should' ? 'warning' : 'error';
        lines.push(
          `::${level} file=${property(input.file)},title=${property(result.requirement)}::${data(result.reason)}`,
        );
      }
    }
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function annotation(
  file: string,
  { requirement, severity, cause }: RequirementResult,
  finding: Finding,
): string {
  const isError = severity === 'must' && (finding.severity === 'error' || cause === 'limit');
  const level = isError ? 'error' : 'warning';
  const place = `file=${property(file)},line=${finding.line},endLine=${finding.endLine},col=${finding.column},endColumn=${finding.endColumn}`;
  return `::${level} ${place},title=${property(requirement)}::${data(describeFinding(finding))}`;
}

/** Control characters are shown, so that none reaches the terminal that the log is read in. */
function data(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
