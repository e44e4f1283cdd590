import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { type PlotTheme, THEMES } from '../../report/internal.js';

/** How a plot looks. */
export interface PlotOptions {
  /** Default: what is plotted. */
  readonly title?: string;
  /** The figures to show, by name. Default: all that were measured. */
  readonly figures?: readonly string[];
  /** Default `auto`: dark where the reader's system is. */
  readonly theme?: PlotTheme;
}

/** Refuses options that do not exist. */
export const checkPlotOptions: OptionsCheck = defineOptions<PlotOptions>()('plotHistory', {
  title: option.string,
  figures: option.list(option.string),
  theme: option.oneOf(THEMES),
});
