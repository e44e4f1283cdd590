import { isJsonObject, type JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';
import type { BfclLanguage } from '../cases/benchmark-case.js';

const NAMES: Readonly<Record<BfclLanguage, string>> = {
  python: 'Python',
  java: 'Java',
  javascript: 'JavaScript',
};

/**
 * A function of Java or JavaScript as a tool. Each argument is text, a literal or an expression of the language; its description says of which type.
 */
export function literalTool(
  { name, description }: Pick<ToolDefinition, 'name' | 'description'>,
  { properties, required }: JsonObject,
  language: BfclLanguage,
): ToolDefinition {
  const word = NAMES[language];
  const described = Object.entries(isJsonObject(properties) ? properties : {}).map(([each, schema]) => {
    const { type, description: about, items, properties: members } = isJsonObject(schema) ? schema : {};
    const value = type === 'any' ? `a ${word} value of any type` : `a ${word} ${String(type)}`;
    const words = [
      ...(typeof about === 'string' && about !== '' ? [about] : []),
      `Give ${value}, written as ${word} source in a string.`,
      ...(isJsonObject(items) ? [`Its items are of type ${String(items.type)}.`] : []),
      ...(isJsonObject(members) ? [`Its entries: ${JSON.stringify(members)}`] : []),
    ];
    return [each, { type: 'string', description: words.join(' ') }] as const;
  });
  return {
    name,
    description: [description, `The function is one of ${word}.`].filter(Boolean).join(' '),
    parameters: {
      type: 'object',
      properties: Object.fromEntries(described),
      ...(Array.isArray(required) ? { required } : {}),
    },
  };
}
