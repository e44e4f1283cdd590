import type { Trainable, TrainableProgram } from '../../training/index.js';
import { textOf } from '../candidates/candidate.js';

/** What every prompt of a proposer says first: what is to be written, and what it has to keep. */
export function taskSection(
  program: Pick<TrainableProgram, 'name' | 'description'>,
  variable: Trainable,
): string {
  const rules = variable.constraints.map((constraint) => `- ${constraint}`);
  return [
    '# Task',
    `Program: ${program.name}${program.description === '' ? '' : `. ${program.description}`}`,
    `Variable: ${variable.key}${variable.description === '' ? '' : `. ${variable.description}`}`,
    variable.kind === 'script'
      ? 'The variable is a Python script. You write a better one.'
      : `The variable is a JSON object that keeps this schema: ${JSON.stringify(variable.schema)}. You write a better one.`,
    ...(rules.length === 0 ? [] : ['It must keep:', ...rules]),
  ].join('\n');
}

/** A value as it stands in a prompt: a script with its lines numbered, anything else as JSON. */
export function valueBlock(
  variable: Trainable,
  value: Parameters<typeof textOf>[0],
  numbered: boolean,
): string {
  const text = textOf(value);
  if (variable.kind !== 'script') return fenced('json', text);
  if (!numbered) return pythonBlock(text);
  const lines = text.trimEnd().split('\n');
  const width = String(lines.length).length;
  const shown = lines.map((line, index) => `${String(index + 1).padStart(width)} | ${line}`.trimEnd());
  return fenced('text', shown.join('\n'));
}

/** A script in a block of its own. */
export function pythonBlock(script: string): string {
  return fenced('python', script.trimEnd());
}

/** A block that nothing in the text can end: its fence is longer than any in there. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** How edits are written. */
const EDITS = `Then the edits that change the script, each in this form, with the old lines exactly as they are (without their \
numbers) and enough of them to stand there once:
<<<<<<< SEARCH
the old lines
=======
the new lines
>>>>>>> REPLACE
Or, where most of it changes, the whole new script in one \`\`\`python block.`;

/**
 * What every prompt says last: the form of the reply.
 *
 * @param byEdits - whether a script is long enough to be changed in places.
 */
export function replySection(variable: Trainable, byEdits = false): string {
  const form =
    variable.kind === 'script' && byEdits
      ? EDITS
      : variable.kind === 'script'
        ? 'Then the whole new script in one ```python block, without line numbers. Leave nothing out: it replaces the old one.'
        : 'Then the whole new object in one ```json block.';
  return `# Reply\nFirst one line that begins with "Rule:" and says the rule you follow, or what you change and why.\n${form}`;
}
