import type { Token } from 'marked';
import { countOf } from '../count-of.js';
import { type CommonOptions, commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import { fail, pass } from '../verdict.js';

/** Characters that are read as Markdown at most. */
const MAX_CHARS = 200_000;

/** The items of a text that is nothing but Markdown lists, in order; null for any other text. */
export async function markdownListItems(text: string): Promise<readonly string[] | null> {
  const blocks = await blocksOf(text);
  if (blocks.length === 0) return null;
  const items: string[] = [];
  for (const block of blocks) {
    if (block.type !== 'list') return null;
    for (const item of (block as { readonly items: readonly { readonly text: string }[] }).items)
      items.push(item.text);
  }
  return items;
}

/** Whether a text is one Markdown table (GitHub flavoured) and nothing else. */
export async function isMarkdownTable(text: string): Promise<boolean> {
  const blocks = await blocksOf(text);
  return blocks.length === 1 && blocks[0]?.type === 'table';
}

/** What {@link MarkdownList} takes. */
export interface MarkdownListOptions extends CommonOptions {
  /** Items the lists must have in all. Default 1. */
  readonly minItems?: number;
  /** Items the lists may have in all. Default: any number. */
  readonly maxItems?: number;
}

/** The reply is nothing but Markdown lists. */
export function MarkdownList(options: MarkdownListOptions = {}): Requirement {
  const { minItems = 1, maxItems = Number.POSITIVE_INFINITY } = options;
  const count = Number.isFinite(maxItems) ? ` of ${minItems} to ${countOf(maxItems, 'item')}` : '';
  return defineRequirement({
    name: 'MarkdownList',
    description: `The answer is a Markdown list${count} and nothing else.`,
    how: 'the reply is parsed as Markdown',
    ...commonOptions(options),
    memoise: true,
    async validate({ text }) {
      const items = await markdownListItems(text);
      if (items === null) return fail('The answer is not a Markdown list, or more than that.');
      const isEnough = items.length >= minItems && items.length <= maxItems;
      return isEnough
        ? pass(`A list of ${countOf(items.length, 'item')}.`)
        : fail(
            `The list has ${countOf(items.length, 'item')}${count === '' ? '' : `; required are${count.replace(' of', '')}`}.`,
          );
    },
  });
}

/** The reply is one Markdown table and nothing else. */
export function MarkdownTable(options: CommonOptions = {}): Requirement {
  return defineRequirement({
    name: 'MarkdownTable',
    description: 'The answer is one Markdown table and nothing else.',
    how: 'the reply is parsed as GitHub-flavoured Markdown',
    ...commonOptions(options),
    memoise: true,
    validate: async ({ text }) =>
      (await isMarkdownTable(text))
        ? pass('One table.')
        : fail('The answer is not one Markdown table, or more than that.'),
  });
}

async function blocksOf(text: string): Promise<readonly Token[]> {
  if (text.length > MAX_CHARS) return [];
  const { lexer } = await import('marked');
  return lexer(text).filter(({ type }) => type !== 'space');
}
