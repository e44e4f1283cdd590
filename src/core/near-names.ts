import { editDistance } from './edit-distance.js';

/** Names longer than this are not compared. */
const LONGEST_NAME = 100;

/** The known names that are most similar to an unknown one: at most three, the nearest first. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
  if (name.length > LONGEST_NAME) return [];
  const wanted = plain(name);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, plain(candidate)) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function distanceOf(wanted: string, candidate: string): number {
  const holds = wanted.length >= 3 && (candidate.includes(wanted) || wanted.includes(candidate));
  return Math.min(editDistance(wanted, candidate, { swaps: true }), holds ? 1 : Number.POSITIVE_INFINITY);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
