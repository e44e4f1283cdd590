import { parseDocument } from 'yaml';
import { isJsonObject } from '../../core/index.js';
import { errorMessage, startOf, visibleText } from '../../core/internal.js';
import type { Skill } from './skill.js';

/** A skill's front matter and instructions, or why it is none. */
type ParsedSkill =
  | { readonly ok: true; readonly skill: Skill; readonly body: string }
  | { readonly ok: false; readonly reason: string };

/** Characters of front matter that are read. */
const MAX_FRONT_MATTER = 16_384;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Reads a `SKILL.md` by the rules and limits of agentskills.io. */
export function parseSkill(text: string, folder: string, source: string): ParsedSkill {
  const parts = /^\ufeff?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(
    startOf(text, MAX_FRONT_MATTER),
  );
  if (parts === null) return no('SKILL.md has to begin with front matter between two lines of ---');
  const front = readYaml(parts[1] ?? '');
  if (typeof front === 'string') return no(`the front matter is not a YAML mapping: ${front}`);
  return skillOf(front, folder, source, text.slice(parts[0].length).trim());
}

/** A skill from front matter that was read already. */
export function skillOf(
  front: Readonly<Record<string, unknown>>,
  folder: string,
  source: string,
  body: string,
): ParsedSkill {
  const own = (name: string): unknown => (Object.hasOwn(front, name) ? front[name] : undefined);
  const name = own('name');
  if (typeof name !== 'string' || name.length > 64 || !NAME.test(name)) {
    return no('name has to be 1 to 64 lower-case letters, digits and single hyphens');
  }
  if (name !== folder)
    return no(`name is ${name}, but the folder is ${visibleText(folder)}: they have to be equal`);
  const description = own('description');
  if (typeof description !== 'string' || description.trim() === '') return no('description is missing');
  if (description.length > 1_024) return no(`description has ${description.length} characters, over 1,024`);
  const compatibility = own('compatibility') ?? null;
  if (compatibility !== null && !isTextUpTo(compatibility, 500)) {
    return no('compatibility has to be a text of at most 500 characters');
  }
  const license = own('license') ?? null;
  if (license !== null && !isTextUpTo(license, 1_024)) return no('license has to be a short text');
  const metadata = own('metadata') ?? {};
  if (!isJsonObject(metadata)) return no('metadata has to be a mapping');
  const tools = own('allowed-tools') ?? [];
  const allowed = typeof tools === 'string' ? tools.split(/[\s,]+/).filter(Boolean) : tools;
  if (!Array.isArray(allowed) || !allowed.every((tool) => typeof tool === 'string')) {
    return no('allowed-tools has to be names with spaces between');
  }
  return {
    ok: true,
    skill: {
      name,
      description: visibleText(description.trim()),
      license: license === null ? null : visibleText(license),
      compatibility: compatibility === null ? null : visibleText(compatibility),
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([key, value]) => [visibleText(key), visibleText(asText(value))]),
      ),
      allowedTools: allowed.map((tool) => visibleText(tool)),
      source,
    },
    body: visibleText(body),
  };
}

/** The mapping that YAML text holds, or what is wrong with it. Aliases are refused: they can grow without end. */
function readYaml(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const document = parseDocument(text, { schema: 'core', logLevel: 'silent', prettyErrors: false });
    const [error] = document.errors;
    if (error !== undefined) return visibleText(error.message.split('\n')[0] ?? '');
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return isJsonObject(value) ? value : 'it has no names';
  } catch (error) {
    return visibleText(errorMessage(error).split('\n')[0] ?? '');
  }
}

/** A value of metadata as text; what is no scalar, as JSON. */
function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function isTextUpTo(value: unknown, length: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= length;
}

function no(reason: string): ParsedSkill {
  return { ok: false, reason };
}
