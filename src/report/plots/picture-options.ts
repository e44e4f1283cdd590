import { type OptionKinds, option } from '../../core/index.js';
import { type PlotTheme, THEMES } from './style.js';

/** How a picture looks. */
export interface PictureOptions {
  /** Default: what is drawn. */
  readonly title?: string;
  /** Default `auto`: dark where the reader's system is. */
  readonly theme?: PlotTheme;
}

/** What a picture's options have to be, for `defineOptions`. */
export const PICTURE_OPTIONS: OptionKinds<PictureOptions> = {
  title: option.string,
  theme: option.oneOf(THEMES),
};
