import { checkOptionNames, coreError } from '../../core/internal.js';

/** What a picture of a program shows. */
export interface PlotProgramOptions {
  /** Whether the fields of what each module gives are shown. Default: false. */
  readonly showSchemas?: boolean;
  /** Whether the class of each module is shown. Default: true. */
  readonly showClasses?: boolean;
  /** Whether the variables of each module are shown. Default: true. */
  readonly showVariables?: boolean;
  /** Whether programs inside the program are drawn with all their modules. Default: false. */
  readonly expandNested?: boolean;
  /** From top to bottom, or from left to right. Default: `TB`. */
  readonly direction?: 'TB' | 'LR';
  /** Default: the name of the program. */
  readonly title?: string;
}

/**
 * The options with their defaults.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function plotSettings(
  owner: string,
  { name }: { readonly name: string },
  options: PlotProgramOptions,
  more: readonly string[] = [],
): Required<PlotProgramOptions> {
  const known = [
    'showSchemas',
    'showClasses',
    'showVariables',
    'expandNested',
    'direction',
    'title',
    ...more,
  ];
  checkOptionNames(options, known, { code: 'core/invalid_option', owner });
  const {
    showSchemas = false,
    showClasses = true,
    showVariables = true,
    expandNested = false,
    direction = 'TB',
    title = name,
  } = options;
  if (direction !== 'TB' && direction !== 'LR') {
    throw coreError('invalid_option', `${owner}: direction is TB or LR, not ${String(direction)}.`);
  }
  return { showSchemas, showClasses, showVariables, expandNested, direction, title };
}
