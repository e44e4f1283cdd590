import type { JsonObject } from '../../core/index.js';

/**
 * Arguments with which a tool does something on any page: the first page for `browser_navigate`, the longest word of the
 * prompt for `browser_find`. Null for tools that need to know what is on the page.
 */
export function sampleBrowserArguments(
  tool: string,
  prompt: string,
  firstPage: string | undefined,
): JsonObject | null {
  switch (tool) {
    case 'browser_read':
    case 'browser_links':
    case 'browser_snapshot':
    case 'browser_scroll':
    case 'browser_screenshot':
      return {};
    case 'browser_navigate':
      return firstPage === undefined ? null : { url: firstPage };
    case 'browser_find': {
      const words = prompt.match(/\p{L}{3,}/gu) ?? [];
      const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
      return longest === '' ? null : { text: longest };
    }
    default:
      return null;
  }
}
