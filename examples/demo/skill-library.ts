import type { RandomStream } from 'mettle/core';
import type { Trajectory } from 'mettle/records';
import type { Skill } from './skills.js';

/** Python that defines `transform(value)`, by skill name. */
export type SkillLibrary = Readonly<Record<string, string>>;

/** Labels as houses often write them: what an agent tries before it has learned better. */
const USUAL_GUESSES: readonly string[] = [
  'def transform(value):\n    return value.lower().replace(" ", "-")\n',
  'def transform(value):\n    return value.upper().replace(" ", "_")\n',
  'def transform(value):\n    return value[:3].upper()\n',
  'def transform(value):\n    words = value.split()\n    return words[-1].upper() + ", " + words[0][0] + "."\n',
  'def transform(value):\n    return "".join(word[0] for word in value.split()).upper()\n',
  'def transform(value):\n    return value.strip()\n',
];

/** What each agent does for each skill in round 1, by agent: a usual guess by chance, no two agents the same one. */
export function drawFirstGuesses(
  agents: readonly string[],
  skills: readonly Skill[],
  stream: RandomStream,
): Readonly<Record<string, SkillLibrary>> {
  const guesses = new Map(
    skills.map(({ name }) => [name, stream.child(name).sample(USUAL_GUESSES, agents.length)]),
  );
  return Object.fromEntries(
    agents.map((agent, index) => [
      agent,
      Object.fromEntries(skills.map(({ name }) => [name, guesses.get(name)?.[index] ?? ''])),
    ]),
  );
}

/** The first guess for a skill that passed most tasks of those that training may see; the first of several. */
export function bestFirstGuess(
  skill: string,
  guesses: Readonly<Record<string, SkillLibrary>>,
  firstRuns: readonly Trajectory[],
): string {
  const passes = (agent: string): number =>
    firstRuns.filter(
      ({ task, policy, outcome }) =>
        policy.name === agent &&
        task.metadata.skill === skill &&
        task.metadata.split === 'train' &&
        outcome?.verdict === 'pass',
    ).length;
  const [best = ''] = Object.keys(guesses).sort((left, right) => passes(right) - passes(left));
  return guesses[best]?.[skill] ?? '';
}
