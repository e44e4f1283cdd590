import type { RandomStream } from '../../core/index.js';
import { pickWeighted } from '../candidates/selection.js';
import type { Archive, Member } from './archive.js';

/** Shares of the ways in which parents are chosen: most by what they win, some by chance, so that no line dies out. */
const BY_WINS = 0.7;
const BY_LEXICASE = 0.2;
/** Examples from which on nearly equal rewards count as equal: below, every one of them tells. */
const MANY_EXAMPLES = 20;

/**
 * Chooses a parent: 70 % from the Pareto front, by the examples it is the best on (as GEPA does); 20 % by lexicase selection over
 * a random half of the examples; 10 % any.
 */
export function chooseParent(archive: Archive, random: RandomStream): Member {
  const way = random.next();
  if (way < BY_WINS) {
    const front = archive.front();
    const wins = archive.wins(front);
    return wins.some((count) => count > 0) ? pickWeighted(front, wins, random) : random.pick(front);
  }
  if (way < BY_WINS + BY_LEXICASE) return lexicase(archive.members, random);
  return random.pick(archive.members);
}

/** ε-lexicase (La Cava, Spector, Danai 2016): filters by one example after another, keeping who is within ε of the best. */
function lexicase(members: readonly Member[], random: RandomStream): Member {
  const count = members[0]?.outcomes.length ?? 0;
  const cases = random.sample([...Array(count).keys()], Math.ceil(count / 2));
  let left = members;
  for (const index of cases) {
    if (left.length === 1) break;
    const rewards = left.map(({ outcomes }) => outcomes[index]?.reward ?? 0);
    const least = Math.max(...rewards) - (count < MANY_EXAMPLES ? 0 : medianDeviation(rewards));
    left = left.filter((_, place) => (rewards[place] ?? 0) >= least);
  }
  return random.pick(left);
}

function medianDeviation(values: readonly number[]): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A member that is better than this one where this one is worse, and the other way round: the one that adds the most. */
export function complementOf(member: Member, archive: Archive): Member | null {
  let best: Member | null = null;
  let most = 0;
  for (const other of archive.front()) {
    if (other === member) continue;
    let adds = 0;
    let lacks = 0;
    for (const [index, { reward }] of other.outcomes.entries()) {
      const own = member.outcomes[index]?.reward ?? 0;
      adds += Math.max(0, reward - own);
      lacks += Math.max(0, own - reward);
    }
    if (lacks > 0 && adds > most) [best, most] = [other, adds];
  }
  return best;
}
