import type { Trainable, TrainableProgram } from '../../training/index.js';
import type { Candidate } from '../candidates/candidate.js';
import { type EvidenceCase, formatReward, renderEvidence } from '../proposals/evidence.js';
import { replySection, taskSection, valueBlock } from '../proposals/variable-prompt.js';

/** A candidate as a prompt shows it. */
interface ShownCandidate {
  readonly candidate: Candidate;
  /** Its mean reward on the examples that all candidates are scored on. */
  readonly score: number;
}

/** What a prompt is written from. */
export interface EvolutionPrompt {
  readonly program: Pick<TrainableProgram, 'name' | 'description'>;
  readonly variable: Trainable;
  readonly parent: ShownCandidate;
  /** The candidate to combine it with; null to change it alone. */
  readonly other: ShownCandidate | null;
  /** What the parent, and no other candidate, did. */
  readonly evidence: readonly Omit<EvidenceCase, 'variable'>[];
  readonly maxChars: number;
}

const BASE = `You are part of an optimization system. It improves the variables of a program: scripts, instructions, plans, rules. \
Write what works on inputs nobody has shown you, never a list of the examples. Justify what you change.`;

/** What a model is told first. */
export function systemPrompt(instructions: string): string {
  return instructions === '' ? BASE : `${instructions}\n\n${BASE}`;
}

/** Asks for one change of one value, or for the combination of two. */
export function evolutionPrompt({
  program,
  variable,
  parent,
  other,
  evidence,
  maxChars,
}: EvolutionPrompt): string {
  const show = ({ candidate, score }: ShownCandidate, title: string): string =>
    `# ${title}\nMean reward: ${formatReward(score)}\n${valueBlock(variable, candidate.values[variable.key] ?? {}, false)}`;
  const cases = evidence.map((shown, index) =>
    renderEvidence(index + 1, { ...shown, variable }, { maxChars }),
  );
  return [
    taskSection(program, variable),
    show(parent, 'Current value'),
    ...(other === null ? [] : [show(other, 'Another good value')]),
    `# What the current value does\n${cases.join('\n\n')}`,
    other === null
      ? '# What to do\nImprove one aspect of the current value, so that what is wrong above comes out right and what is right stays so.'
      : '# What to do\nCreate a new value by combining features of the two. Say first where each of them is strong and where it is weak.',
    replySection(variable),
  ].join('\n\n');
}
