import { defineOptions } from '../../core/index.js';
import { PLOT_OPTIONS, type PlotProgramOptions, plotSettings } from './plot-options.js';
import { type DrawnProgram, programPicture } from './program-picture.js';

const checkDotOptions = defineOptions<PlotProgramOptions>()('programToDot', PLOT_OPTIONS);

/**
 * A picture of a program as text for Graphviz: `dot -Tsvg` and others draw it.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function programToDot(program: DrawnProgram, options: PlotProgramOptions = {}): string {
  checkDotOptions(options);
  const settings = plotSettings(program, options);
  const { nodes, edges } = programPicture(program, settings);
  const ids = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const boxes = nodes.map(({ id, kind, title, className, optional, fields, trained, fixed }) => {
    const lines = [
      `${title}${optional ? ' (optional)' : ''}`,
      ...(settings.showClasses && className !== '' ? [className] : []),
      ...(settings.showVariables
        ? [...trained.map((key) => `trains ${key}`), ...fixed.map((key) => `keeps ${key}`)]
        : []),
      ...(settings.showSchemas ? fields : []),
    ];
    const looks = [
      `label=${quoted(lines.join('\n'))}`,
      `shape=${kind === 'input' || kind === 'output' ? 'ellipse' : 'box'}`,
      ...(optional || kind === 'constant' ? ['style=dashed'] : []),
      ...(kind === 'program' ? ['peripheries=2'] : []),
    ];
    return `  ${ids.get(id)} [${looks.join(', ')}];`;
  });
  const lines = edges.map(({ from, to }) => `  ${ids.get(from)} -> ${ids.get(to)};`);
  return [
    `digraph ${quoted(program.name)} {`,
    `  graph [rankdir=${settings.direction}, label=${quoted(settings.title)}, labelloc=t, fontname="sans-serif"];`,
    '  node [fontname="sans-serif"];',
    ...boxes,
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** A text as Graphviz reads it: it knows `\"`, `\\` and `\n` in quotes. */
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(/\r?\n/g, '\\n')}"`;
}
