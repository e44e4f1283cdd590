import type { Client } from '@modelcontextprotocol/client';
import { errorMessage, orAborted, visibleText } from '../../core/internal.js';
import { parseSkill, skillOf } from '../skills/parse-skill.js';
import type { SkillProblem, SkillSource } from '../skills/skill.js';
import { unknownSkill, unknownSkillFile } from '../skills/skill-errors.js';
import { foreignText } from './foreign-text.js';
import type { McpConnection } from './mcp-connection.js';

/** The skills that a server serves by the protocol's extension; empty where it has none. Every file is verified. */
export function mcpSkills(connection: McpConnection): SkillSource {
  const find = async (signal: AbortSignal | undefined) => {
    const client = await orAborted(connection.client(), signal);
    const skills = await skillsClient(client);
    const { skills: entries, invalid } = await orAborted(
      skills.list({}, signal === undefined ? {} : { signal }),
      signal,
    );
    const problems: SkillProblem[] = invalid.map(({ uri = '', reason }) => ({
      source: foreignText(uri, 500),
      reason: foreignText(reason, 500),
    }));
    const names = new Set<string>();
    const found = entries.flatMap((entry) => {
      const source = foreignText(entry.uri, 500);
      const parsed = skillOf(entry.frontmatter, folderOf(entry.uri), source, '');
      const again = parsed.ok && names.has(parsed.skill.name);
      if (parsed.ok && !again) {
        names.add(parsed.skill.name);
        return [{ entry, skill: parsed.skill }];
      }
      problems.push({
        source,
        reason: parsed.ok ? `an earlier one is called ${parsed.skill.name}` : parsed.reason,
      });
      return [];
    });
    return { skills, found, problems };
  };
  return {
    async list({ signal } = {}) {
      const { found, problems } = await find(signal);
      const skills = found.map(({ skill }) => skill).sort((a, b) => (a.name < b.name ? -1 : 1));
      return { skills, problems };
    },
    async read(name, file = 'SKILL.md', { signal } = {}) {
      const { skills, found } = await find(signal);
      const wanted = found.find(({ skill }) => skill.name === name);
      if (wanted === undefined)
        throw unknownSkill(
          name,
          found.map(({ skill }) => skill.name),
        );
      try {
        const options = signal === undefined ? {} : { signal };
        const own = file === 'SKILL.md';
        const { text, bytes } = await orAborted(
          skills.read(wanted.entry, own ? undefined : file, options),
          signal,
        );
        const words = text ?? new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        if (!own) return visibleText(words);
        const parsed = parseSkill(words, name, wanted.skill.source);
        return parsed.ok ? parsed.body : visibleText(words);
      } catch (error) {
        signal?.throwIfAborted();
        throw unknownSkillFile(name, file, foreignText(errorMessage(error), 500));
      }
    },
  };
}

async function skillsClient(client: Client) {
  const { SkillsClient } = await import('@modelcontextprotocol/client/ext/skills');
  return new SkillsClient(client, { skipInvalid: true });
}

/** The folder that `…/NAME/SKILL.md` names. */
function folderOf(uri: string): string {
  return uri.split('/').at(-2) ?? '';
}
