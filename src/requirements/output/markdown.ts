import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { markdownListItems } from './markdown-list.js';
import { isMarkdownTable } from './markdown-table.js';

/** What {@link MarkdownList} takes. */
export interface MarkdownListOptions extends CommonOptions {
  /** Items the lists must have in all. Default 1. */
  readonly minItems?: number;
  /** Items the lists may have in all. Default: any number. */
  readonly maxItems?: number;
}

const checkMarkdownListOptions = defineOptions<MarkdownListOptions>()('MarkdownList', {
  ...COMMON_OPTIONS,
  minItems: option.number,
  maxItems: option.number,
});

/** The reply is nothing but Markdown lists; their items are what it reads. */
export function MarkdownList(options: MarkdownListOptions = {}): Requirement<readonly string[]> {
  checkMarkdownListOptions(options);
  const { minItems = 1, maxItems = Number.POSITIVE_INFINITY } = options;
  const count = Number.isFinite(maxItems) ? ` of ${minItems} to ${counted(maxItems, 'item')}` : '';
  return createRequirement<readonly string[]>({
    name: 'MarkdownList',
    description: `The answer is a Markdown list${count} and nothing else.`,
    how: 'the reply is parsed as Markdown',
    ...commonOptions(options),
    recipe: { make: 'MarkdownList', options: options },
    memoise: true,
    validate({ text }) {
      const items = markdownListItems(text);
      if (items === null) return failWith('The answer is not a Markdown list, or more than that.');
      const isEnough = items.length >= minItems && items.length <= maxItems;
      return isEnough
        ? passWith(`A list of ${counted(items.length, 'item')}.`, { value: items })
        : failWith(
            `The list has ${counted(items.length, 'item')}${count === '' ? '' : `; required are${count.replace(' of', '')}`}.`,
          );
    },
  });
}

/** The reply is one Markdown table and nothing else. */
export function MarkdownTable(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'MarkdownTable');
  return createRequirement({
    name: 'MarkdownTable',
    description: 'The answer is one Markdown table and nothing else.',
    how: 'the reply is parsed as GitHub-flavoured Markdown',
    ...commonOptions(options),
    recipe: { make: 'MarkdownTable', options: options },
    memoise: true,
    validate: ({ text }) =>
      isMarkdownTable(text)
        ? passWith('One table.')
        : failWith('The answer is not one Markdown table, or more than that.'),
  });
}
