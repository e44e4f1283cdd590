import { detectableGain } from '../../evaluation/index.js';

/** A gain that a suite should be able to show. A suite that can't is small. */
const WANTED_GAIN = 0.1;

/** What so few cases can't show, in one sentence; null where they are enough. */
export function smallSampleCaution(cases: number): string | null {
  const gain = detectableGain(cases);
  if (gain === null) {
    return `Caution: ${cases} ${cases === 1 ? 'case is' : 'cases are'} too few for any comparison to be significant; 6 is the least.`;
  }
  return gain <= WANTED_GAIN
    ? null
    : `Caution: on ${cases} cases, a comparison finds a gain of ${Math.ceil(100 * gain)} points in four of five tries, and a smaller one less often.`;
}
