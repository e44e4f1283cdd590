import type { JsonObject } from '../../core/index.js';
import type { ToolDefinition } from '../../records/index.js';

const nth = {
  type: 'integer',
  minimum: 1,
  description: 'which of several that fit, from the top of the page; only needed where there are several',
} as const;

const ref = {
  type: 'string',
  pattern: '^(f[0-9]+)?e[0-9]+$',
  description: 'its reference in browser_snapshot, such as e12, instead of a name',
} as const;

/** A control by one of its names. */
function named(description: string): JsonObject {
  return { type: 'string', minLength: 1, maxLength: 1000, description };
}

const clicked = { text: named('its text or label'), ref, nth };

const from = {
  type: 'integer',
  minimum: 0,
  description: 'character to begin at. Default 0',
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
    'browser_snapshot',
    'Lists what is on the page and in its frames as a tree: roles, labels, values, options, states such as checked, disabled and expanded, and a reference for each control. Up to 10,000 characters at a time.',
    { from },
    [],
  ),
  tool(
    'browser_read',
    'Reads the visible text of the page, up to 10,000 characters at a time.',
    { from },
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
    'Clicks the link, button, checkbox or other control with this text, label or reference.',
    { ...clicked, double: { type: 'boolean', description: 'click twice. Default false' } },
    [],
  ),
  tool('browser_hover', 'Moves the pointer over a control, as before a click.', clicked, []),
  tool(
    'browser_type',
    'Replaces what stands in a text field, and presses Enter if asked to.',
    {
      field: named("the field's label, placeholder, name or id"),
      text: { type: 'string', maxLength: 100_000 },
      submit: { type: 'boolean', description: 'press Enter after it. Default false' },
      ref,
      nth,
    },
    ['text'],
  ),
  tool(
    'browser_select',
    'Chooses an option of a drop-down list.',
    {
      field: named("the list's label, name or id"),
      option: { type: 'string', maxLength: 1000, description: "the option's text or value" },
      ref,
      nth,
    },
    ['option'],
  ),
  tool(
    'browser_upload',
    'Puts a file into a file field: one that this world has, or one with the given text.',
    {
      field: named("the field's label, name or id"),
      file: {
        type: 'string',
        pattern: '^[^/\\\\]{1,200}$',
        description: 'name of the file, without a folder',
      },
      text: {
        type: 'string',
        maxLength: 100_000,
        description: 'what is in it. Default: the file of the world',
      },
      ref,
      nth,
    },
    ['file'],
  ),
  tool(
    'browser_press',
    'Presses a key where the focus is, such as Enter, Escape, Tab, ArrowDown, a or Control+A.',
    { key: { type: 'string', minLength: 1, maxLength: 50 } },
    ['key'],
  ),
  tool(
    'browser_scroll',
    'Scrolls the page by so many pixels.',
    {
      by: {
        type: 'integer',
        minimum: -100_000,
        maximum: 100_000,
        description: 'down; up if negative. Default 600',
      },
    },
    [],
  ),
  tool('browser_back', 'Goes back to the page before this one.', {}, []),
  tool(
    'browser_wait',
    "Lets seconds pass on the page's clock, so that what the page does later is done.",
    { seconds: { type: 'number', exclusiveMinimum: 0, maximum: 60 } },
    ['seconds'],
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
