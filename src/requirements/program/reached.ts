/** Whether a place in a program is run: surely, as far as plain reading shows, never, or neither is plain. */
export type Reached = 'surely' | 'maybe' | 'never';

/** The least certain of several; `surely` for none. */
export function worst(all: readonly Reached[]): Reached {
  return all.includes('never') ? 'never' : all.includes('maybe') ? 'maybe' : 'surely';
}
