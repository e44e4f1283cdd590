import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
import { PICTURE_OPTIONS, type PictureOptions } from '../../report/internal.js';

/** How a plot looks. */
export interface PlotOptions extends PictureOptions {
  /** The figures to show, by name. Default: all that were measured. */
  readonly figures?: readonly string[];
}

/** Refuses options that do not exist. */
export const checkPlotOptions: OptionsCheck = defineOptions<PlotOptions>()('plotHistory', {
  ...PICTURE_OPTIONS,
  figures: option.list(option.string),
});
