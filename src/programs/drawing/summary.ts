import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { counted, shortened, visibleText } from '../../core/internal.js';
import { uniqueNames } from '../names.js';
import { type DrawnProgram, programPicture } from './program-picture.js';

const WIDEST = 40;

/** How {@link summarize} shows a program. */
export interface SummaryOptions {
  /** Whether programs inside the program are shown with all their modules. Default: false. */
  readonly expandNested?: boolean;
}

const checkSummaryOptions: OptionsCheck = defineOptions<SummaryOptions>()('summarize', {
  expandNested: option.boolean,
});

/** A program as a table in text: what is called, what it gives, how many variables are in it, and what it takes. */
export function summarize(program: DrawnProgram, options: SummaryOptions = {}): string {
  checkSummaryOptions(options);
  const { nodes, edges } = programPicture(program, { expandNested: options.expandNested ?? false });
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const rows = nodes.map(({ id, kind, title, className, optional, fields, trained, fixed }) => [
    `${title} (${className === '' ? `${optional ? 'optional ' : ''}${kind}` : className})`,
    fields.map((field) => field.slice(0, field.indexOf(':'))).join(', '),
    trained.length + fixed.length === 0
      ? ''
      : `${trained.length}${fixed.length === 0 ? '' : ` + ${fixed.length} fixed`}`,
    edges.flatMap(({ from, to }) => (to === id ? [titles.get(from) ?? ''] : [])).join(', '),
  ]);
  const table = [['module', 'gives', 'trains', 'takes'], ...rows].map((row) => row.map(cell));
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => [...(row[column] ?? '')].length)),
  );
  const lines = table.map((row) =>
    row
      .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - [...text].length))
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [
    `Program ${cell(program.name)}`,
    ...(program.description === '' ? [] : [visibleText(program.description)]),
    rule,
    lines[0],
    rule,
    ...lines.slice(1),
    rule,
    // A program with no graph, or none yet, is one box: what is in it is named at least.
    ...(program.graph === undefined && program.children().length > 0 ? [`Made of ${partsOf(program)}.`] : []),
    `${counted(program.variables.length, 'variable')} to train, ${program.nonTrainableVariables.length} fixed`,
    '',
  ].join('\n');
}

function partsOf(program: DrawnProgram): string {
  const names = uniqueNames(program.children(), `"${program.name}"`);
  return [...names].map(([module, name]) => cell(`${name} (${module.constructor.name})`)).join(', ');
}

function cell(text: string): string {
  return shortened(visibleText(text).replaceAll('\n', ' '), WIDEST);
}
