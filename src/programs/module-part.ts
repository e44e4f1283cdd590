import type { Variable } from './variable.js';

/** A module as the tree sees it: a name, variables of its own, and parts. */
export interface ModulePart {
  readonly name: string;
  /** Whether the user chose the name; else programs may number it. */
  readonly isNameChosen: boolean;
  readonly trainable: boolean;
  /** The modules that are parts of it. */
  children(): readonly ModulePart[];
  /** Variables that it owns itself. */
  ownVariables(): readonly Variable[];
}
