import { createColors } from 'picocolors';
import { renderCodeFrame } from '../../python/index.js';
import type { RequirementResult } from '../../requirements/index.js';
import type { CheckedFile } from './check-document.js';
import { locateInFile } from './locate.js';

type Colours = ReturnType<typeof createColors>;

/** Checked files for a person: a line for each requirement, a code frame for each finding that matters. */
export function renderCheckText(checked: readonly CheckedFile[], colour: boolean): string {
  const colours = createColors(colour);
  const parts = checked.map((file) => renderFile(file, colours, colour));
  const failed = checked.filter(({ report }) => !report.ok).length;
  const files = checked.length === 1 ? '1 file' : `${checked.length} files`;
  const open = checked.some(({ report }) => report.verdict === 'not_checked')
    ? ' Some requirements were not checked.'
    : '';
  const sum =
    failed === 0
      ? colours.green(`${files} checked, all good.`)
      : colours.red(`${files} checked, ${failed} not good.`);
  return `${parts.join('\n\n')}\n\n${sum}${open}\n`;
}

function renderFile({ input, report }: CheckedFile, colours: Colours, colour: boolean): string {
  const lines = [colours.bold(input.file)];
  for (const result of report.results) {
    lines.push(`  ${mark(result, colours)} ${result.requirement}: ${result.reason}`);
    for (const finding of result.findings) {
      if (result.verdict === 'pass' && finding.severity === 'info') continue;
      const located = locateInFile(finding, report.artefact);
      const severity = finding.severity === 'error' ? colours.red('error') : colours.yellow(finding.severity);
      lines.push('', `  ${input.file}:${located.line}:${located.column} ${severity} ${finding.rule}`);
      const frame = renderCodeFrame(input.text, located, { colour });
      if (frame !== '') lines.push(indent(frame));
      lines.push(`    ${finding.message}`);
      if (finding.hint !== '') lines.push(`    ${colours.cyan('hint:')} ${finding.hint}`);
    }
  }
  return lines.join('\n');
}

function mark({ verdict }: RequirementResult, colours: Colours): string {
  if (verdict === 'pass') return colours.green('pass');
  if (verdict === 'fail') return colours.red('FAIL');
  return verdict === 'error' ? colours.red('ERROR') : colours.yellow('not checked');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
