import { defineOptions, option } from '../../core/index.js';
import { treeOf } from '../python/code-of.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { isOfCode, neverRuns } from './real-calls.js';
import { argumentOf, certainText, resolvedCalls } from './resolved-calls.js';

/** What {@link PlotFileSaved} takes. */
export interface PlotFileSavedOptions extends CommonOptions {
  /** The path that the plot must be saved to, as the code writes it. */
  readonly outputPath: string;
}

const checkPlotFileSavedOptions = defineOptions<PlotFileSavedOptions>()('PlotFileSaved', {
  ...COMMON_OPTIONS,
  outputPath: option.required(option.words),
});

/**
 * The code saves a plot to that path with `savefig`: of pyplot, of a figure, or imported by name; the path as a text,
 * as a name that is bound once to one, or as a `Path`. A call that surely never runs, or is of an object of the code's own
 * class, doesn't count.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function PlotFileSaved(options: PlotFileSavedOptions): Requirement {
  checkPlotFileSavedOptions(options);
  const { outputPath } = options;
  return createRequirement({
    name: 'PlotFileSaved',
    key: `PlotFileSaved(${outputPath})`,
    description: `The plot is saved with savefig(${JSON.stringify(outputPath)}).`,
    how: 'the savefig() calls are read from the source',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    ...commonOptions(options),
    memoise: true,
    validate(artefact) {
      const found = treeOf(artefact, 'the plot check');
      if ('missing' in found) return found.missing;
      const { tree } = found;
      const saves = resolvedCalls(artefact, tree).filter(
        (call) => /(^|\.)savefig$/.test(call.path) && !isOfCode(call, tree) && !neverRuns(call, tree),
      );
      if (saves.length === 0) {
        return failWith(
          `No savefig() call that runs found: save the plot with plt.savefig(${JSON.stringify(outputPath)}).`,
        );
      }
      const paths = saves.map((call) => certainText(argumentOf(call, 0, ['fname', 'filename']), tree));
      if (paths.includes(outputPath)) return passWith(`The plot is saved to ${outputPath}.`);
      const shown = paths.map((path) =>
        path === null ? 'a path that cannot be read from the source' : path,
      );
      const place = tree.range(saves[0]?.node ?? tree.module);
      const message = `The plot is saved to ${shown.join(', ')}; required is ${outputPath}.`;
      return failWith(message, {
        findings: [
          {
            ...place,
            rule: 'plotting/path',
            severity: 'error',
            message,
            hint: `Write plt.savefig(${JSON.stringify(outputPath)}).`,
          },
        ],
      });
    },
  });
}
