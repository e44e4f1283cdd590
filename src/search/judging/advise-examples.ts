import { canonicalJson, type Json } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { Example, Outcome, StopReason } from '../../training/index.js';
import { evaluateExpression } from '../language/expression.js';
import { evaluateProgram, type Program } from '../programs/program.js';
import type { SearchFindings } from '../search-findings.js';
import type { Solution } from '../solution.js';

/** Fewest examples that a person is asked for. */
const ENOUGH_EXAMPLES = 6;
/** Most examples that one kind of advice names. */
const MOST_NAMED = 2;
/** A branch with fewer examples is a ground to doubt. */
const ENOUGH_IN_A_BRANCH = 3;

/** What {@link adviseExamples} looks at. */
export interface AdviceGrounds {
  readonly train: readonly Example[];
  readonly holdout: readonly Example[];
  readonly unlabelled: readonly Json[];
  readonly search: {
    readonly solution: Solution | null;
    readonly findings: SearchFindings;
    readonly stopReason: StopReason;
  };
  /** What the best guess did in the sandbox. */
  readonly guess: readonly Outcome[];
}

/**
 * Which examples would help a search that abstained, in sentences: too few of them, those that the best guess gets
 * wrong, the branch that rests on fewest, and inputs on which programs that fit disagree. Each is a fact of this search.
 */
export function adviseExamples(grounds: AdviceGrounds): string[] {
  const { train, holdout, search } = grounds;
  const count = train.length + holdout.length;
  const advice: string[] = [];
  if (count < ENOUGH_EXAMPLES) {
    advice.push(`Give at least six examples; there ${count === 1 ? 'is one' : `are ${count}`}.`);
  }
  advice.push(...mistakes(grounds), ...disagreements(grounds));
  const { solution, stopReason } = search;
  if (solution?.program.kind === 'constant') {
    advice.push(
      `Every training example has the output ${shown(solution.program.value)}; add some with other outputs.`,
    );
  }
  const branch = solution === null ? null : thinnestBranch(solution.program, train);
  if (branch !== null && branch.length > 0 && branch.length < ENOUGH_IN_A_BRANCH) {
    const such = branch.map(({ input }) => shown(input)).join(' and ');
    advice.push(
      branch.length === 1
        ? `One branch of what was found rests on one example, ${such}; add more like it.`
        : `One branch of what was found rests on two examples, ${such}; add more like them.`,
    );
  }
  if (solution === null && search.findings.partial === null) {
    advice.push(
      'Nothing came near. Add examples that differ in one thing at a time, and see that inputs hold what outputs need.',
    );
  }
  if (stopReason === 'evaluations' || stopReason === 'seconds') {
    advice.push('The search stopped before everything was tried; a larger budget may find more.');
  }
  return advice;
}

function mistakes({ train, holdout, guess }: AdviceGrounds): string[] {
  const feedbackOn = (examples: readonly Example[]): string[] => {
    const ids = new Set(examples.map(({ id }) => id));
    return guess.flatMap(({ exampleId, feedback }) =>
      feedback !== null && ids.has(exampleId) ? [feedback] : [],
    );
  };
  const onTrain = feedbackOn(train);
  const onHoldout = feedbackOn(holdout);
  return [
    ...onTrain
      .slice(0, MOST_NAMED)
      .map((feedback) => `The best guess fails an example. ${feedback} Check it, or add more like it.`),
    ...(onTrain.length > 0 ? [] : onHoldout)
      .slice(0, MOST_NAMED)
      .map((feedback) => `The best guess is wrong on a held-out example. ${feedback} Add more like it.`),
  ];
}

/** Inputs without outputs for which programs that fit say different things. */
function disagreements({ unlabelled, search }: AdviceGrounds): string[] {
  const { rivals } = search.findings;
  const advice: string[] = [];
  for (const input of unlabelled) {
    const answers = new Map<string, Json>();
    for (const program of rivals) {
      const output = evaluateProgram(program, input);
      if (output !== undefined) answers.set(canonicalJson(output), output);
    }
    const [first, second] = [...answers.values()];
    if (first === undefined || second === undefined) continue;
    advice.push(
      `Programs that fit disagree about ${shown(input)}: ${shown(first)} or ${shown(second)}. Add it with its right output.`,
    );
    if (advice.length === MOST_NAMED) break;
  }
  return advice;
}

/** The training examples of the branch that fewest take; null for a program without branches. */
function thinnestBranch(program: Program, examples: readonly Example[]): readonly Example[] | null {
  if (program.kind === 'if') {
    const isTrue = ({ input }: Example): boolean => evaluateExpression(program.test, input) === true;
    const sides = [
      [program.whenTrue, examples.filter(isTrue)] as const,
      [program.otherwise, examples.filter((example) => !isTrue(example))] as const,
    ];
    return sides
      .map(([side, taking]) => thinnestBranch(side, taking) ?? taking)
      .reduce((least, taking) => (taking.length < least.length ? taking : least));
  }
  const branches = partsOf(program).flatMap((part) => {
    const thinnest = thinnestBranch(part, examples);
    return thinnest === null ? [] : [thinnest];
  });
  if (branches.length === 0) return null;
  return branches.reduce((least, taking) => (taking.length < least.length ? taking : least));
}

/** Parts that every input takes. */
function partsOf(program: Program): readonly Program[] {
  if (program.kind === 'record') return program.fields.map(([, field]) => field);
  if (program.kind === 'list') return program.items;
  return program.kind === 'joined' ? program.parts : [];
}

function shown(value: Json): string {
  return shortened(JSON.stringify(value), 120);
}
