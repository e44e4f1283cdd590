import { contentHash, type JsonObject, type Steps } from '../../core/index.js';
import type { Trajectory } from '../../records/index.js';
import { isPythonName } from '../../sandbox/internal.js';
import { visitProgram, withSlots } from './expression-parts.js';
import { findAsides } from './find-asides.js';
import { type AskedRecords, findTemplates, type SlottedTrace, withSeenValues } from './find-templates.js';
import { inputNames } from './input-names.js';
import { learnVerified } from './learn-verified.js';
import { explains, type Program } from './program.js';
import type { PromptTemplate } from './prompt-template.js';
import { requestWords } from './request-words.js';
import type { SkillCandidate, SkillRequest, SkillWorld } from './skill-candidate.js';
import { skillScript } from './skill-script.js';
import { worldOf } from './skill-world.js';
import { type Trace, traceOf } from './traces.js';

/** What {@link findSkills} takes. */
export interface FindSkillsOptions {
  /** Different tasks that records of one way have to be about. Default 5. */
  readonly leastTasks?: number;
}

/** A skill as it grows. */
interface Draft {
  readonly program: Program;
  readonly template: PromptTemplate;
  /** Slots of the first template that are inputs, in order. */
  readonly used: readonly number[];
  readonly asked: {
    readonly template: PromptTemplate;
    readonly inputs: readonly number[];
    readonly records: readonly SlottedTrace[];
  }[];
}

/**
 * Scripts for what the records show again and again. They explain the records and nothing more: `compileSkills` finds out
 * whether they do other tasks. Give it what `selectForTraining` selects. The same records give the same skills, in whatever order.
 */
export function* findSkills(
  trajectories: readonly Trajectory[],
  { leastTasks = 5 }: FindSkillsOptions = {},
): Steps<readonly SkillCandidate[]> {
  const worlds = new Map<string, { readonly world: SkillWorld; readonly records: Trajectory[] }>();
  const sorted = [...new Map(trajectories.map((each) => [each.id, each])).values()];
  for (const trajectory of sorted.sort((left, right) => (left.id < right.id ? -1 : 1))) {
    const world = worldOf(trajectory);
    const key = contentHash({ ...world } as JsonObject);
    const known = worlds.get(key) ?? { world, records: [] };
    known.records.push(trajectory);
    worlds.set(key, known);
  }
  const names = new Set<string>();
  const skills: SkillCandidate[] = [];
  for (const [, { world, records }] of [...worlds.entries()].sort(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    skills.push(...(yield* skillsOf(world, records, leastTasks, names)));
  }
  return skills;
}

function* skillsOf(
  world: SkillWorld,
  records: readonly Trajectory[],
  leastTasks: number,
  names: Set<string>,
): Steps<readonly SkillCandidate[]> {
  const traces: Trace[] = [];
  for (const record of records) {
    const trace = traceOf(record);
    if (trace !== null) traces.push(trace);
    yield;
  }
  const asides = findAsides(traces);
  const drafts: Draft[] = [];
  for (const asked of yield* findTemplates(traces, asides)) yield* learnFrom(asked, drafts, leastTasks);
  const categories = new Map(records.map(({ id, task }) => [id, task.category]));
  return drafts.map((draft) => candidateOf(draft, { world, asides, names, categories }));
}

/** Takes the records into a skill that explains them, or makes new ones. */
function* learnFrom({ template, records }: AskedRecords, drafts: Draft[], leastTasks: number): Steps<void> {
  for (const draft of drafts) {
    yield;
    const inputs = fittingInputs(draft, records);
    if (inputs === null) continue;
    draft.asked.push({ template, inputs, records });
    return;
  }
  const program = yield* learnVerified(records, leastTasks);
  if (program?.steps.every(({ tool }) => isPythonName(tool))) {
    const used = [...slotsIn(program)].sort((left, right) => left - right);
    const places = new Map(used.map((slot, input) => [slot, input]));
    const asked = [{ template, inputs: used, records }];
    drafts.push({ program: withSlots(program, places), template, used, asked });
    return;
  }
  for (const part of partsOf(template, records)) yield* learnFrom(part, drafts, leastTasks);
}

/** Values of a slot by which records are told apart at most. */
const MOST_PARTS = 16;

/** The records by the value of the words that differ least. */
function partsOf(template: PromptTemplate, records: readonly SlottedTrace[]): readonly AskedRecords[] {
  const slots = template.slots.flatMap(({ kind, values }, slot) => {
    const count = values?.length ?? 0;
    return kind === 'words' && count > 1 && count <= MOST_PARTS
      ? [{ slot, count, values: values ?? [] }]
      : [];
  });
  const [least] = slots.sort((left, right) => left.count - right.count);
  if (least === undefined) return [];
  return least.values.map((value) => {
    const own = records.filter(({ slots: given }) => given[least.slot] === value);
    return { template: withSeenValues(template, own), records: own };
  });
}

/** Records that a way of asking has to be known from. */
const LEAST_RECORDS = 2;

/** The slots that are the inputs of a skill in these records, where it explains all of those that were done in its way. */
function fittingInputs(
  { program, used, asked }: Draft,
  records: readonly SlottedTrace[],
): readonly number[] | null {
  const skeleton = asked[0]?.records.find((record) => isExplained(program, record, asked[0]?.inputs ?? []))
    ?.trace.skeleton;
  const own = records.filter(({ trace }) => trace.skeleton === skeleton);
  const [first] = own;
  if (first === undefined || own.length < LEAST_RECORDS) return null;
  const count = first.slots.length;
  const assign = (inputs: readonly number[]): readonly number[] | null => {
    if (inputs.length === used.length) {
      return own.every((record) => isExplained(program, record, inputs)) ? inputs : null;
    }
    for (let slot = 0; slot < count; slot++) {
      if (inputs.includes(slot)) continue;
      const found = assign([...inputs, slot]);
      if (found !== null) return found;
    }
    return null;
  };
  return used.length > MOST_INPUTS || count > MOST_SLOTS ? null : assign([]);
}

const MOST_INPUTS = 4;
const MOST_SLOTS = 7;

function isExplained(program: Program, { trace, slots }: SlottedTrace, inputs: readonly number[]): boolean {
  const given = inputs.map((slot) => slots[slot] ?? null);
  return explains(program, { slots: given, groups: trace.groups, given: trace.answer });
}

/** The slots that a program looks at. */
function slotsIn(program: Program): ReadonlySet<number> {
  const found = new Set<number>();
  visitProgram(program, (each) => {
    if (each.kind === 'slot' || each.kind === 'choice') found.add(each.slot);
  });
  return found;
}

/** Different values that an input has to be seen with to take any other. */
const LEAST_VALUES = 4;

/** The inputs that take values which were never seen: those that are a value wherever they are used, and no name. */
function openInputs({ program, used, asked }: Draft): ReadonlySet<number> {
  const names = new Set<number>();
  visitProgram(program, (each) => {
    if (each.kind === 'choice') names.add(each.slot);
    if (each.kind !== 'data') return;
    for (const step of each.path) {
      if (typeof step === 'object' && 'named' in step && step.named.kind === 'slot')
        names.add(step.named.slot);
    }
  });
  return new Set(
    used.flatMap((_, input) => {
      const values = asked.flatMap(({ inputs, records }) =>
        records.map(({ slots }) => slots[inputs[input] ?? -1]),
      );
      return !names.has(input) && new Set(values).size >= LEAST_VALUES ? [input] : [];
    }),
  );
}

function candidateOf(
  draft: Draft,
  {
    world,
    asides,
    names,
    categories,
  }: {
    readonly world: SkillWorld;
    readonly asides: ReadonlySet<string>;
    readonly names: Set<string>;
    readonly categories: ReadonlyMap<string, string>;
  },
): SkillCandidate {
  const { program, template, used, asked } = draft;
  const open = openInputs(draft);
  const requests = asked.map(({ template: own, inputs }): SkillRequest => {
    const openSlots = new Set(inputs.filter((_, input) => open.has(input)));
    const slots = own.slots.map((slot, index) =>
      openSlots.has(index) || openSlots.has(slot.like ?? -1) ? { ...slot, values: null } : slot,
    );
    return { template: { sentences: own.sentences, slots }, inputs };
  });
  const records = asked.flatMap((each) => each.records.map(({ trace }) => trace.id)).sort();
  const tools = [...new Set(program.steps.map(({ tool }) => tool))];
  const name = newName([categories.get(records[0] ?? '') ?? '', ...tools], names);
  const inputs = inputNames(template, used);
  const script = skillScript({
    name: name.replaceAll('-', '_'),
    about: requestWords({ template, inputs: used }, inputs),
    inputs,
    program,
  });
  return { name, world, requests, asides: [...asides].sort(), inputs, program, script, records };
}

/** Characters of a name before its number. */
const MOST_NAME = 56;

/** A name that no skill has yet, from what it is about. */
function newName(parts: readonly string[], names: Set<string>): string {
  const words = parts.flatMap((part) => part.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  let wanted = words.find((word) => /^[a-z]/.test(word)) === words[0] ? '' : 'skill';
  for (const word of words) {
    const longer = wanted === '' ? word : `${wanted}-${word}`;
    if (longer.length <= MOST_NAME) wanted = longer;
  }
  wanted ||= 'skill';
  let name = wanted;
  for (let count = 2; names.has(name); count++) name = `${wanted}-${count}`;
  names.add(name);
  return name;
}
