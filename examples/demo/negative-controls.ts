import { canonicalJson, type RandomStream } from 'mettle/core';
import type { Trajectory } from 'mettle/records';
import { compareRounds, type RoundComparison } from './compare-rounds.js';
import type { SkillExample } from './mine-skill.js';
import type { SkillLibrary } from './skill-library.js';
import type { Skill } from './skills.js';
import { type SkillTraining, type TrainingMeans, trainSkill } from './train-skill.js';

/** Something that must not help: were the test to call it better, the test would be broken. */
export type ControlKind = 'shuffled_labels' | 'other_skill' | 'empty_script';

/** A script that should fail, before it is run. */
export interface ControlScript {
  readonly kind: ControlKind;
  /** Where it is from, in words. */
  readonly note: string;
  /** Null where training on shuffled labels abstained and had nothing but the script to beat. */
  readonly script: string | null;
}

/** A script that should fail, and how it did on the unseen tasks of a skill, against round 1. */
export interface NegativeControl extends ControlScript {
  /** Null when there was no script to run. */
  readonly comparison: RoundComparison | null;
}

const EMPTY_SCRIPT = 'def transform(value):\n    pass\n';

/**
 * The negative controls of a trained skill: the same training with the same budget on shuffled outputs (its best guess
 * where it abstains, as it should), the script of another skill, and a script that does nothing.
 *
 * @param other another skill, and the script that training offered for it, if it did.
 */
export async function controlScripts(
  training: SkillTraining,
  other: { readonly skill: Skill; readonly trained: string | null },
  stream: RandomStream,
  means: TrainingMeans,
): Promise<readonly ControlScript[]> {
  const { result, seedScript } = await trainSkill(
    { ...training, examples: shuffleOutputs(training.examples, stream) },
    training.seedScript,
    `train on shuffled labels: ${words(training.skill)}`,
    means,
  );
  const guess = result.guess !== null && result.guess.script !== seedScript ? result.guess.script : null;
  return [
    {
      kind: 'shuffled_labels',
      note:
        result.script !== null
          ? 'training offered a script'
          : guess === null
            ? 'training abstained without a guess'
            : 'training abstained; this is its best guess',
      script: result.script ?? guess,
    },
    {
      kind: 'other_skill',
      note: `${other.trained === null ? 'the right' : 'the trained'} one for the ${words(other.skill.name)}`,
      script: other.trained ?? other.skill.style.script,
    },
    { kind: 'empty_script', note: 'returns nothing', script: EMPTY_SCRIPT },
  ];
}

/**
 * Each input with the output of another one, by chance; each input once, for no function gives two outputs for it. An
 * input keeps an output that is right for it only where swapping cannot help: what is right teaches.
 */
export function shuffleOutputs(
  examples: readonly SkillExample[],
  stream: RandomStream,
): readonly SkillExample[] {
  const unique = [...new Map(examples.map((example) => [example.input, example])).values()];
  const right = unique.map(({ output }) => canonicalJson(output));
  const order = stream.shuffle(unique.map((_, index) => index));
  const isRight = (place: number, source: number | undefined): boolean =>
    source !== undefined && right[source] === right[place];
  for (const place of order.keys()) {
    if (!isRight(place, order[place])) continue;
    const partner = order.findIndex(
      (source, index) => !isRight(place, source) && !isRight(index, order[place]),
    );
    const [own, swapped] = [order[place], order[partner]];
    if (own === undefined || swapped === undefined) continue;
    order[place] = swapped;
    order[partner] = own;
  }
  return unique.map(({ input }, place) => ({ input, output: unique[order[place] ?? place]?.output ?? null }));
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** What {@link runControls} needs. */
export interface ControlRunOptions {
  readonly skill: string;
  readonly controls: readonly ControlScript[];
  /** Round 1. */
  readonly firstRuns: readonly Trajectory[];
  /** Runs an agent with this library on the unseen tasks of the skill; the stage is what progress calls it. */
  readonly play: (library: SkillLibrary, stage: string) => Promise<readonly Trajectory[]>;
  readonly stream: RandomStream;
}

/**
 * Runs each control on the unseen tasks of its skill, and compares it with round 1 by the test that a trained script
 * has to pass. One agent runs it: with the same script all of them do the same on such tasks.
 */
export async function runControls(options: ControlRunOptions): Promise<readonly NegativeControl[]> {
  const { skill, controls, firstRuns, play, stream } = options;
  const found: NegativeControl[] = [];
  for (const control of controls) {
    if (control.script === null) {
      found.push({ ...control, comparison: null });
      continue;
    }
    const runs = await play(
      { [skill]: control.script },
      `control of the ${words(skill)} (${words(control.kind)})`,
    );
    found.push({ ...control, comparison: compareRounds(firstRuns, runs, stream.child(control.kind)) });
  }
  return found;
}
