import { type OptionKinds, option } from '../../core/index.js';

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

/** The kinds of {@link PlotProgramOptions}. */
export const PLOT_OPTIONS: OptionKinds<PlotProgramOptions> = {
  showSchemas: option.boolean,
  showClasses: option.boolean,
  showVariables: option.boolean,
  expandNested: option.boolean,
  direction: option.oneOf(['TB', 'LR']),
  title: option.string,
};

/** The options with their defaults. */
export function plotSettings(
  { name }: { readonly name: string },
  options: PlotProgramOptions,
): Required<PlotProgramOptions> {
  const {
    showSchemas = false,
    showClasses = true,
    showVariables = true,
    expandNested = false,
    direction = 'TB',
    title = name,
  } = options;
  return { showSchemas, showClasses, showVariables, expandNested, direction, title };
}
