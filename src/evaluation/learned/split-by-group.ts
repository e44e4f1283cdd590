import type { RandomStream } from '../../core/index.js';

/** Something that was labelled, with what it belongs to. */
export interface Grouped {
  /** Samples of one group are alike, so they stay together. */
  readonly group: string;
  readonly label: boolean;
}

/** Sets a share of the groups apart. Those that mostly pass and those that mostly fail each give theirs. */
export function setApart<T extends Grouped>(
  samples: readonly T[],
  share: number,
  stream: RandomStream,
): { readonly rest: readonly T[]; readonly apart: readonly T[] } {
  const [rest, apart]: [T[], T[]] = [[], []];
  for (const stratum of strata(samples, stream)) {
    const count = stratum.length < 2 ? 0 : Math.max(1, Math.round(share * stratum.length));
    for (const [index, group] of stratum.entries()) (index < count ? apart : rest).push(...group);
  }
  return { rest, apart };
}

/** Deals the groups out to folds. Each fold gets its share of those that mostly pass and of those that mostly fail. */
export function foldsOf<T extends Grouped>(
  samples: readonly T[],
  folds: number,
  stream: RandomStream,
): readonly (readonly T[])[] {
  const dealt: T[][] = Array.from({ length: folds }, () => []);
  for (const [index, group] of strata(samples, stream).flat().entries()) dealt[index % folds]?.push(...group);
  return dealt;
}

function strata<T extends Grouped>(samples: readonly T[], stream: RandomStream): readonly (readonly T[][])[] {
  const groups = new Map<string, T[]>();
  for (const sample of samples) {
    const group = groups.get(sample.group);
    if (group === undefined) groups.set(sample.group, [sample]);
    else group.push(sample);
  }
  const mostlyPasses = (group: readonly T[]): boolean =>
    2 * group.filter(({ label }) => label).length >= group.length;
  const all = [...groups.values()];
  return [
    stream.shuffle(all.filter(mostlyPasses)),
    stream.shuffle(all.filter((group) => !mostlyPasses(group))),
  ];
}
