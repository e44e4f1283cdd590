import { shortened } from '../../core/internal.js';
import { type Tool, tool } from '../tool.js';
import type { Skill, SkillSource } from './skill.js';

/** Characters of a skill's file that a model is given. */
const MAX_TEXT = 50_000;

/**
 * `read_skill(name, file)` → the text of a skill's instructions, or of another file of it; at most 50,000 characters.
 */
export function skillTool(source: SkillSource): Tool {
  return tool({
    name: 'read_skill',
    description: 'Read the instructions of a skill, or another file that its instructions name.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'name of the skill' },
        file: { type: 'string', description: 'path within the skill; without it, its instructions' },
      },
      required: ['name'],
      additionalProperties: false,
    },
    idempotent: true,
    execute: async ({ name, file }, { signal }) => {
      const text = await source.read(String(name), file === undefined ? undefined : String(file), { signal });
      return shortened(text, MAX_TEXT, { mark: () => `\n[cut off: ${text.length} characters in all]` });
    },
  });
}

/** The skills as a part of a prompt: names and descriptions alone; the rest is read when needed. Empty for none. */
export function skillsPrompt(skills: readonly Skill[]): string {
  if (skills.length === 0) return '';
  const entries = skills.map(
    ({ name, description }) =>
      `  <skill>\n    <name>${name}</name>\n    <description>${escaped(description)}</description>\n  </skill>`,
  );
  return `<available_skills>\n${entries.join('\n')}\n</available_skills>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s+/g, ' ');
}
