import type { Trainable, TrainableProgram, TrainingExample } from '../../training/index.js';
import { formatReward, renderEvidence } from '../proposals/evidence.js';
import { pythonBlock, replySection, taskSection, valueBlock } from '../proposals/variable-prompt.js';
import type { Member } from './archive.js';
import { solves } from './choose-evidence.js';
import type { Operator } from './operators.js';
import type { LibraryScript } from './options.js';

/** What a prompt is written from. */
export interface RefinePrompt {
  readonly program: Pick<TrainableProgram, 'name' | 'description'>;
  readonly variable: Trainable;
  readonly operator: Operator;
  readonly parent: Member;
  /** Another member that gets right what the parent gets wrong. */
  readonly partner: Member | null;
  readonly examples: readonly TrainingExample[];
  /** Places of the examples that are shown. */
  readonly evidence: readonly number[];
  /** The best known reward on each example. */
  readonly bestRewards: readonly number[];
  /** Reward of an example that is solved; Infinity where none is known to be. */
  readonly target: number;
  /** How the parent came about: its ancestors from the first on, and itself; empty for one that nothing was made into. */
  readonly lineage: readonly Member[];
  /** What was tried on this parent before, a line each, the last first. */
  readonly tried: readonly string[];
  readonly maxChars: number;
  /** A script of another task to take over from, for the operator `port`. */
  readonly library?: LibraryScript | null;
  /** Whether the reply may be edits. */
  readonly byEdits?: boolean;
}

const SYSTEM = `You improve one variable of a program from evidence: what it does on examples, and what it should do. \
First find the rule that explains all examples, then write it down. Use the simplest construct that does: a constant before an \
expression, an expression before a condition, a condition before a loop. It is judged on inputs that you don't see, so never \
answer by looking an example up.`;

const ORDERS: Readonly<Record<Exclude<Operator, 'join'>, string>> = {
  repair:
    'The current value fails on examples above. Find the cause of each failure and remove it. Change nothing that works.',
  refine:
    'The current value is wrong on examples above. Find what they have in common, and correct the rule.',
  simplify: 'Write the current value shorter and plainer. What it gives must stay the same on every example.',
  merge:
    'Combine the current value with the other one, so that the new one is right wherever one of them is.',
  port: 'Look at what the script of the other task does well. Take over what helps here, in the form that this task needs.',
  fresh: 'The current value is only here to show the form. Leave its approach and begin anew, another way.',
};

/** What a model is told first. */
export function refineSystem(instructions: string): string {
  return instructions === '' ? SYSTEM : `${instructions}\n\n${SYSTEM}`;
}

/** Asks for a proposal, from what one candidate, and no other, did. */
export function refinePrompt(options: RefinePrompt): string {
  const { program, variable, operator, parent, partner, examples, evidence, tried, maxChars } = options;
  const sections = [taskSection(program, variable)];
  sections.push(
    `# Current value\n${valueBlock(variable, parent.candidate.values[variable.key] ?? {}, true)}`,
  );
  if (options.lineage.length > 1) sections.push(lineageSection(options.lineage));
  sections.push(scoreboard(options));
  const shown = evidence.flatMap((place, index) => {
    const [example, outcome] = [examples[place], parent.outcomes[place]];
    if (example === undefined || outcome === undefined) return [];
    return [
      renderEvidence(
        index + 1,
        { example, outcome, variable },
        { maxChars, remark: remarkOn(options, place) },
      ),
    ];
  });
  sections.push(`# What the current value does\n${shown.join('\n\n')}`);
  if (partner !== null) sections.push(partnerSection(options, partner));
  if (options.library != null) sections.push(librarySection(options.library));
  if (tried.length > 0) {
    sections.push(
      `# Tried on this value before, without success\n${tried.map((line) => `- ${line}`).join('\n')}`,
    );
  }
  sections.push(`# What to do\n${ORDERS[operator === 'join' ? 'refine' : operator]}`);
  sections.push(replySection(variable, options.byEdits === true && operator !== 'fresh'));
  return sections.join('\n\n');
}

function lineageSection(lineage: readonly Member[]): string {
  const lines = lineage.map(({ candidate, score }) => {
    const what = candidate.idea === '' ? candidate.operator : `${candidate.operator}: ${candidate.idea}`;
    return `- ${what} (mean reward ${formatReward(score)})`;
  });
  return ['# How the current value came about, the last step last', ...lines].join('\n');
}

function librarySection({ name, description = '', script }: LibraryScript): string {
  const title = `# A script that solved another task\n${name}${description === '' ? '' : `. ${description}`}`;
  return `${title}\n${pythonBlock(script)}`;
}

function scoreboard({ parent, bestRewards, target }: RefinePrompt): string {
  const mean = `Mean reward of the current value: ${formatReward(parent.score)}.`;
  if (!Number.isFinite(target)) return `# Scores\n${mean} The more the better.`;
  const count = parent.outcomes.length;
  const solved = parent.outcomes.filter((outcome) => solves(outcome, target)).length;
  const open = bestRewards.filter((reward) => reward < target).length;
  return [
    '# Scores',
    `${mean} It solves ${solved} of ${count} examples.`,
    open === 0
      ? 'Each example is solved by some candidate.'
      : `${open} of ${count} examples are solved by no candidate yet.`,
  ].join('\n');
}

function remarkOn({ bestRewards, parent, target }: RefinePrompt, place: number): string | undefined {
  const best = bestRewards[place] ?? 0;
  const outcome = parent.outcomes[place];
  const own = outcome?.reward ?? 0;
  if (!Number.isFinite(target)) return best > own ? 'another candidate does better' : undefined;
  if (outcome !== undefined && solves(outcome, target)) return 'solved, keep it so';
  if (best < target) return 'no candidate solves it yet';
  return best > own ? 'another candidate solves it' : undefined;
}

function partnerSection({ variable, parent }: RefinePrompt, partner: Member): string {
  const better = partner.outcomes.filter(
    ({ reward }, index) => reward > (parent.outcomes[index]?.reward ?? 0),
  ).length;
  const worse = partner.outcomes.filter(
    ({ reward }, index) => reward < (parent.outcomes[index]?.reward ?? 0),
  ).length;
  return [
    '# Another value',
    `Mean reward: ${formatReward(partner.score)}. It is better on ${better} examples and worse on ${worse}.`,
    valueBlock(variable, partner.candidate.values[variable.key] ?? {}, false),
  ].join('\n');
}
