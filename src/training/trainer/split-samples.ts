import { canonicalJson, sha256 } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';
import type { TrainingExample } from '../training-example.js';

/** Fewest examples of which any are set apart for the selection: below, each is needed to learn from. */
const FEWEST_TO_SPLIT = 4;

/**
 * Sets a share of the examples apart, drawn by chance, by content alone: neither the order of the examples nor the machine
 * changes who is drawn. Where `y` are labels (at most half as many values as examples), each label keeps its share.
 * Examples of the same `x` stay together.
 */
export function splitSamples(options: {
  readonly examples: readonly TrainingExample[];
  readonly share: number;
  readonly seed: number;
}): { readonly train: readonly TrainingExample[]; readonly apart: readonly TrainingExample[] } {
  const { examples, share, seed } = options;
  const wanted = Math.max(1, Math.round(examples.length * share));
  if (share === 0 || examples.length < FEWEST_TO_SPLIT) return { train: examples, apart: [] };
  const strata = [...stratified(groupsOf(examples, seed), examples.length).values()];
  const apart = new Set<string>();
  const taken = strata.map(() => 0);
  const sizes = strata.map((groups) => groups.reduce((sum, { members }) => sum + members.length, 0));
  const queues = strata.map((groups) => [...groups]);
  while (apart.size < wanted) {
    // The stratum that has got the least of its share gives the next group.
    let next = -1;
    for (const [place, queue] of queues.entries()) {
      if (queue.length === 0) continue;
      if (next < 0 || part(place) < part(next)) next = place;
    }
    const group = next < 0 ? undefined : queues[next]?.shift();
    if (group === undefined || apart.size + group.members.length >= examples.length) break;
    for (const { id } of group.members) apart.add(id);
    taken[next] = (taken[next] as number) + group.members.length;
  }
  return {
    train: examples.filter(({ id }) => !apart.has(id)),
    apart: examples.filter(({ id }) => apart.has(id)),
  };

  function part(place: number): number {
    return ((taken[place] as number) + 0.5) / (sizes[place] as number);
  }
}

/**
 * Refuses sets of which two have an example with the same `x`: what is tested must not have been seen.
 *
 * @throws {MettleError} `training/leak`, with how many and the first.
 */
export function checkApart(
  sets: readonly { readonly name: string; readonly examples: readonly TrainingExample[] }[],
): void {
  for (const [place, { name, examples }] of sets.entries()) {
    const seen = new Set(examples.map(({ x }) => canonicalJson(x)));
    for (const other of sets.slice(place + 1)) {
      const shared = other.examples.filter(({ x }) => seen.has(canonicalJson(x)));
      if (shared.length === 0) continue;
      throw trainingError(
        'leak',
        `${shared.length} of the ${other.examples.length} ${other.name} samples are among the ${name} samples too, such as ${startOf(canonicalJson(shared[0]?.x), 80)}. Take them out of one of the two.`,
        { details: { sets: [name, other.name], shared: shared.map(({ id }) => id) } },
      );
    }
  }
}

interface Group {
  readonly label: string;
  readonly rank: string;
  readonly members: readonly TrainingExample[];
}

/** Examples of the same `x` together, in an order of chance. */
function groupsOf(examples: readonly TrainingExample[], seed: number): Group[] {
  const byInput = new Map<string, TrainingExample[]>();
  for (const example of examples) {
    const input = canonicalJson(example.x);
    const members = byInput.get(input) ?? [];
    members.push(example);
    byInput.set(input, members);
  }
  const groups = [...byInput].map(([input, members]) => ({
    label: members
      .map(({ y }) => canonicalJson(y))
      .sort()
      .join('\n'),
    rank: sha256(`${seed}\u0000${input}`),
    members,
  }));
  return groups.sort((left, right) => (left.rank < right.rank ? -1 : 1));
}

function stratified(groups: readonly Group[], examples: number): Map<string, Group[]> {
  const byLabel = new Map<string, Group[]>();
  for (const group of groups) {
    const same = byLabel.get(group.label) ?? [];
    same.push(group);
    byLabel.set(group.label, same);
  }
  return byLabel.size > 1 && byLabel.size * 2 <= examples ? byLabel : new Map([['', [...groups]]]);
}
