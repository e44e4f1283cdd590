import type { JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';

const nth = {
  type: 'integer',
  minimum: 1,
  description: 'which of several that fit, from the top of the page; only needed where there are several',
} as const;

/** The tools of a browser world, in the order in which an agent usually needs them. */
export const browserTools: readonly ToolDefinition[] = [
  tool(
    'browser_navigate',
    'Opens a URL of http or https and shows how its page begins.',
    { url: { type: 'string', minLength: 1, maxLength: 4000, description: 'absolute URL' } },
    ['url'],
  ),
  tool(
    'browser_read',
    'Reads the visible text of the page, up to 10,000 characters at a time.',
    { from: { type: 'integer', minimum: 0, description: 'character to begin at. Default 0' } },
    [],
  ),
  tool('browser_links', 'Lists the links of the page with their addresses, up to 200.', {}, []),
  tool(
    'browser_find',
    'Finds text on the page, whatever the case of its letters, and shows what stands around each place.',
    { text: { type: 'string', minLength: 1, maxLength: 1000 } },
    ['text'],
  ),
  tool(
    'browser_click',
    'Clicks the link, button, checkbox or other control with this text or label.',
    { text: { type: 'string', minLength: 1, maxLength: 1000 }, nth },
    ['text'],
  ),
  tool(
    'browser_type',
    'Replaces what stands in a text field, and presses Enter if asked to.',
    {
      field: {
        type: 'string',
        minLength: 1,
        maxLength: 1000,
        description: "the field's label, placeholder, name or id",
      },
      text: { type: 'string', maxLength: 100_000 },
      submit: { type: 'boolean', description: 'press Enter after it. Default false' },
      nth,
    },
    ['field', 'text'],
  ),
  tool(
    'browser_select',
    'Chooses an option of a drop-down list.',
    {
      field: { type: 'string', minLength: 1, maxLength: 1000, description: "the list's label, name or id" },
      option: { type: 'string', maxLength: 1000, description: "the option's text or value" },
      nth,
    },
    ['field', 'option'],
  ),
  tool(
    'browser_screenshot',
    'Takes a picture of the visible part of the page and answers with its hash and size.',
    {},
    [],
  ),
];

function tool(
  name: string,
  description: string,
  properties: JsonObject,
  required: readonly string[],
): ToolDefinition {
  return {
    name,
    description,
    parameters: { type: 'object', properties, required: [...required], additionalProperties: false },
  };
}
