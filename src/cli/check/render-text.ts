import { createColors } from 'picocolors';
import { counted, visibleText } from '../../core/internal.js';
import { renderCodeFrame } from '../../python/index.js';
import type { RequirementResult } from '../../requirements/index.js';
import type { CheckedFile } from './check-document.js';
import { labelOf } from './labels.js';
import { locateInFile } from './locate.js';

type Colours = ReturnType<typeof createColors>;

/** Checked files for a person: a line for each requirement, a code frame for each finding that matters. */
export function renderCheckText(checked: readonly CheckedFile[], colour: boolean): string {
  const colours = createColors(colour);
  const parts = checked.map((file) => renderFile(file, colours, colour));
  const failed = checked.filter(({ report }) => !report.ok).length;
  const files = counted(checked.length, 'file');
  return `${parts.join('\n\n')}\n\n${sum(checked, files, failed, colours)}\n`;
}

function sum(checked: readonly CheckedFile[], files: string, failed: number, colours: Colours): string {
  if (failed > 0) return colours.red(`${files} checked, ${failed} failed.`);
  const results = checked.flatMap(({ report }) => report.results.filter(wasAsked));
  const open = results.some(({ verdict }) => verdict === 'not_checked');
  const advice = results.filter(isAdvice);
  const warnings = results
    .filter((result) => !isAdvice(result))
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'warning').length;
  if (!open && warnings === 0 && advice.length === 0) return colours.green(`${files} checked, all good.`);
  const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`;
  const advised = advice.length === 0 ? '' : ', with advice';
  return colours.yellow(
    `${files} checked, nothing wrong found${warned}${advised}.${open ? ' Some requirements were not checked.' : ''}`,
  );
}

/** Whether the call asked for it: a check that was left out by choice is no news. */
function wasAsked({ requirement, cause }: RequirementResult): boolean {
  return cause !== 'by_choice' && requirement !== 'NoImportRestrictions';
}

function renderFile({ input, report }: CheckedFile, colours: Colours, colour: boolean): string {
  const file = visibleText(input.file);
  const lines = [colours.bold(file)];
  for (const result of report.results) {
    if (!wasAsked(result)) continue;
    lines.push(`  ${mark(result, colours)} ${labelOf(result.requirement)}: ${visibleText(result.reason)}`);
    for (const finding of result.findings) {
      if (result.verdict === 'pass' && finding.severity === 'info') continue;
      const located = locateInFile(finding, report.artefact);
      const [message, hint] = [visibleText(finding.message), visibleText(finding.hint)];
      const severity = isAdvice(result)
        ? colours.yellow('advice')
        : finding.severity === 'error'
          ? colours.red('error')
          : colours.yellow(finding.severity);
      lines.push('', `  ${file}:${located.line}:${located.column} ${severity} ${finding.rule}`);
      const frame = renderCodeFrame(input.text, located, { colour });
      if (frame !== '') lines.push(indent(frame));
      lines.push(`    ${message}`);
      if (hint !== '') lines.push(`    ${colours.cyan('hint:')} ${hint}`);
    }
  }
  return lines.join('\n');
}

function mark(result: RequirementResult, colours: Colours): string {
  const { verdict } = result;
  if (verdict === 'pass') return colours.green('pass');
  if (isAdvice(result)) return colours.yellow('advice');
  if (verdict === 'fail') return colours.red('FAIL');
  return verdict === 'error' ? colours.red('ERROR') : colours.yellow('not checked');
}

/** Whether it tells what could be better, and is no failure. */
function isAdvice({ severity, verdict }: RequirementResult): boolean {
  return severity === 'should' && verdict === 'fail';
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
