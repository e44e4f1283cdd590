/**
 * Tasks with a known answer and a model that writes good and bad programs at known rates: what optimizers make of the same
 * proposer can be compared without a model, many times over.
 */
import { type JsonObject, RandomStream } from 'mettle/core';
import type { Model, ModelRequest } from 'mettle/models';
import { scriptedModel } from 'mettle/testing';
import type { ProgramRun, ProgramRunOptions, Trainable, TrainableProgram } from 'mettle/training';

/** A script of parts, each a line `part_3 = 2`, of which one value is right; an example needs some of the parts. */
export interface PartsTask {
  readonly name: string;
  readonly parts: number;
  /** Values that a part can have, from 0. */
  readonly values: number;
  /** Parts that an example needs at least and at most. */
  readonly needs: readonly [number, number];
  /** Whether an example is worth the share of its parts that are right, or only all of them. */
  readonly graded: boolean;
  /** Share of the examples on which a wrong part ends in an exception. */
  readonly raises: number;
}

/** Ten tasks from easy to hard: the first is done in a few steps, the last is never done by chance. */
export const PARTS_TASKS: readonly PartsTask[] = [
  { name: 'few parts', parts: 4, values: 3, needs: [1, 2], graded: false, raises: 0 },
  { name: 'few parts, all needed', parts: 4, values: 3, needs: [3, 4], graded: true, raises: 0 },
  { name: 'six parts', parts: 6, values: 3, needs: [1, 2], graded: false, raises: 0.2 },
  { name: 'six parts, graded', parts: 6, values: 4, needs: [2, 4], graded: true, raises: 0 },
  { name: 'eight parts', parts: 8, values: 4, needs: [1, 3], graded: false, raises: 0 },
  { name: 'eight parts that raise', parts: 8, values: 4, needs: [1, 2], graded: false, raises: 0.6 },
  { name: 'eight parts, graded', parts: 8, values: 4, needs: [3, 5], graded: true, raises: 0 },
  { name: 'ten parts', parts: 10, values: 5, needs: [1, 2], graded: false, raises: 0.1 },
  { name: 'ten parts, graded', parts: 10, values: 5, needs: [3, 6], graded: true, raises: 0.1 },
  { name: 'twelve parts', parts: 12, values: 5, needs: [1, 3], graded: false, raises: 0.1 },
];

/** How good the proposer is; chances from 0 to 1. */
export interface ProposerRates {
  /** That it changes a part which a failing example it was shown needs, and not any part. */
  readonly informed: number;
  /** That the part it changes comes out right. */
  readonly right: number;
  /** That it breaks another part on the way. */
  readonly breaks: number;
  /** That the reply holds no code. */
  readonly noCode: number;
  /** That it gives the same code again. */
  readonly same: number;
  /** That a part is right where it writes a script anew. */
  readonly fresh: number;
}

/** Rates of a middling model: a third of its changes are right, a quarter break something. */
export const MIDDLING: ProposerRates = {
  informed: 0.6,
  right: 0.35,
  breaks: 0.25,
  noCode: 0.1,
  same: 0.05,
  fresh: 0.35,
};

/** One example: the parts it needs, and whether wrong ones raise. */
interface Needs extends JsonObject {
  readonly needs: readonly number[];
  readonly raises: boolean;
  /** What the parts should be; the proposer does not look at it. */
  readonly right: readonly number[];
}

/** A task drawn with a seed. */
export interface DrawnTask {
  readonly program: TrainableProgram;
  readonly x: readonly Needs[];
  readonly y: readonly JsonObject[];
  /** Share of the parts of a script that are right. */
  quality(script: string): number;
  readonly proposer: Model;
}

/** Draws the answer, the start, the examples and the proposer's chance. */
export function drawTask(task: PartsTask, seed: number, rates: ProposerRates = MIDDLING): DrawnTask {
  const random = new RandomStream(seed, task.name);
  const any = (): number => random.integer(0, task.values - 1);
  const answer = Array.from({ length: task.parts }, any);
  const start = answer.map((right) => (random.chance(0.8) ? (right + 1) % task.values : right));
  const x = Array.from({ length: 30 }, (_, index): Needs => {
    const count = random.integer(task.needs[0], task.needs[1]);
    const parts = [index % task.parts, ...random.shuffle([...Array(task.parts).keys()])];
    const needs = [...new Set(parts)].slice(0, count);
    return {
      index,
      needs,
      raises: random.chance(task.raises),
      right: needs.map((part) => answer[part] ?? 0),
    };
  });
  const y = x.map(({ needs }) => ({ values: needs.map((part) => answer[part] ?? 0) }));
  return {
    program: partsProgram(scriptOf(start)),
    x,
    y,
    quality: (script) =>
      partsOf(script, task.parts).filter((value, part) => value === answer[part]).length / task.parts,
    proposer: noisyProposer({ task, answer, start, rates, random: random.child('proposer') }),
  };
}

/** The reward of a task. */
export function partsReward(task: PartsTask): (expected: JsonObject | null, actual: JsonObject) => number {
  return (expected, actual) => {
    const [right, given] = [expected?.values as readonly number[], actual.values as readonly number[]];
    const share = right.filter((value, index) => value === given[index]).length / right.length;
    return task.graded ? share : Math.floor(share);
  };
}

const scriptOf = (parts: readonly number[]): string =>
  parts.map((value, part) => `part_${part} = ${value}`).join('\n');

function partsOf(text: string, count: number): number[] {
  return Array.from({ length: count }, (_, part) =>
    Number(new RegExp(`\\bpart_${part} = (\\d+)`).exec(text)?.[1] ?? -1),
  );
}

/** Runs scripts of parts; where one fails, its output is a default, as that of PythonSynthesis. */
function partsProgram(script: string): TrainableProgram {
  const variable: Trainable = {
    key: 'parts/state',
    kind: 'script',
    schema: {
      type: 'object',
      properties: { python_script: { type: 'string' } },
      required: ['python_script'],
    },
    value: { python_script: script },
    seeds: [],
    description: 'Sets the parts.',
    constraints: [],
    validate: async () => null,
  };
  return {
    name: 'parts',
    description: '',
    inputNames: ['input'],
    outputNames: ['output'],
    variables: [variable],
    async run(inputs, { values = {} }: ProgramRunOptions = {}): Promise<ProgramRun> {
      const { needs, raises, right } = inputs[0] as unknown as Needs;
      const parts = partsOf(String((values[variable.key] ?? variable.value).python_script), 40);
      const given = needs.map((part) => parts[part] ?? -1);
      const fails = raises && given.some((value, index) => value !== right[index]);
      const output = { values: fails ? needs.map(() => -1) : given };
      const error = fails ? 'Runtime Error: ValueError: a part is wrong' : null;
      const call = { callId: 'parts', module: 'parts', variables: [variable.key], inputs: inputs[0] ?? null };
      return {
        outputs: [output],
        calls: [{ ...call, outputs: fails ? { stderr: error } : output, error }],
        error: null,
        usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
      };
    },
    async assign(values) {
      Object.assign(variable, { value: values[variable.key] ?? variable.value });
    },
  };
}

interface ProposerOptions {
  readonly task: PartsTask;
  readonly answer: readonly number[];
  readonly start: readonly number[];
  readonly rates: ProposerRates;
  readonly random: RandomStream;
}

/** Reads the prompt as a model would: the current code, another one beside it, and which examples are wrong. */
function noisyProposer({ task, answer, start, rates, random }: ProposerOptions): Model {
  const wrong = (part: number): number =>
    ((answer[part] ?? 0) + random.integer(1, task.values - 1)) % task.values;
  const changed = (part: number): number => (random.chance(rates.right) ? (answer[part] ?? 0) : wrong(part));
  const write = (prompt: string): string => {
    if (random.chance(rates.noCode)) return 'I would rather not.';
    const [current = start, other] = codesIn(prompt, task.parts);
    if (random.chance(rates.same)) return fenced(current);
    if (/begin anew/.test(prompt)) {
      return fenced(
        current.map((_, part) => (random.chance(rates.fresh) ? (answer[part] ?? 0) : wrong(part))),
      );
    }
    const parts = [...current];
    const failing = failingParts(prompt);
    if (other !== undefined) {
      // What fails here is taken from the other one.
      for (const part of failing) parts[part] = other[part] ?? 0;
    } else {
      const informed = failing.length > 0 && random.chance(rates.informed);
      const part = informed ? random.pick(failing) : random.integer(0, task.parts - 1);
      parts[part] = changed(part);
    }
    if (random.chance(rates.breaks)) {
      const part = random.integer(0, task.parts - 1);
      parts[part] = wrong(part);
    }
    return fenced(parts);
  };
  const call: Model['call'] = (request) => scriptedModel([write(promptOf(request))]).call(request);
  return { ...scriptedModel([]), call };
}

function promptOf({ messages }: ModelRequest): string {
  const last = messages.at(-1)?.content;
  return typeof last === 'string' ? last : '';
}

/** The current code, and another one where the prompt has it. */
function codesIn(prompt: string, count: number): number[][] {
  const blocks = [...prompt.matchAll(/^```(?:text|python)\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return blocks.slice(0, 2).map((code) => partsOf(code, count));
}

/** Parts that an example with a reward below 1 needs. */
function failingParts(prompt: string): number[] {
  const found = new Set<number>();
  for (const [, reward, needs = ''] of prompt.matchAll(
    /^Example \d+: reward ([\d.]+).*\n.*"needs":\[([\d,]*)\]/gm,
  )) {
    if (Number(reward) < 1) for (const part of needs.split(',')) found.add(Number(part));
  }
  return [...found];
}

const fenced = (parts: readonly number[]): string =>
  `Rule: change a part.\n\`\`\`python\n${scriptOf(parts)}\n\`\`\``;
