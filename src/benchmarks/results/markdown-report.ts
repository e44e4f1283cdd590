import { defineOptions, option } from '../../core/index.js';
import { startOf, visibleText } from '../../core/internal.js';
import type { BenchmarkReport } from './benchmark-report.js';
import { benchmarkTable } from './report-tables.js';

/** How {@link markdownReport} writes. */
export interface MarkdownReportOptions {
  /** Misses that are listed. Default 20. */
  readonly misses?: number;
}

const checkOptions = defineOptions<MarkdownReportOptions>()('markdownReport', {
  misses: option.wholeNumber(0),
});

/** Characters of a reason that are shown. */
const REASON_CHARACTERS = 200;

/**
 * A report as Markdown for a comment or a job summary: the table, flaky cases, the first misses with their reasons, and what ran. Reasons and names stand in code
 * spans, where they can't be links, mentions or HTML.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function markdownReport(report: BenchmarkReport, options: MarkdownReportOptions = {}): string {
  const { misses: most = 20 } = checkOptions(options);
  const shown = report.misses.slice(0, most);
  const { mettle, node } = report.versions;
  return [
    `## ${code(report.suite)}`,
    '',
    benchmarkTable(report, code),
    '',
    ...(report.flaky.length === 0 ? [] : [`Flaky: ${report.flaky.map(code).join(', ')}`, '']),
    ...(shown.length === 0
      ? []
      : [
          '| Missed case | Kind | Reason |',
          '|---|---|---|',
          ...shown.map(({ taskId, kind, detail }) => `| ${code(taskId)} | ${kind} | ${code(detail)} |`),
          ...(report.misses.length > shown.length
            ? ['', `… and ${report.misses.length - shown.length} more.`]
            : []),
          '',
        ]),
    `Run \`${startOf(report.run, 16)}\`, seed ${report.seed}, Mettle ${mettle}, Node ${node}.`,
    '',
  ].join('\n');
}

/** Text as a code span in a table cell. */
function code(text: string): string {
  const plain = startOf(visibleText(text.replace(/\s+/g, ' ')), REASON_CHARACTERS)
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')
    .trim();
  return plain === '' ? '' : `\`${plain}\``;
}
