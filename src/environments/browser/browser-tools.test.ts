import { expect, it } from 'vitest';
import { browserTools } from './browser-tools.js';

it.each(browserTools.map((tool) => [tool.name, tool] as const))(
  '%s takes the arguments that it names, and no others',
  (_name, { parameters }) => {
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = parameters as {
      readonly properties?: object;
      readonly required?: readonly string[];
      readonly additionalProperties?: unknown;
    };
    expect(additionalProperties).toBe(false);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required]));
  },
);

it('are these, with these arguments', () => {
  const told = browserTools.map(({ name, parameters }) => {
    const { properties = {}, required = [] } = parameters as unknown as {
      readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      readonly required?: readonly string[];
    };
    const each = Object.entries(properties).map(([argument, schema]) => {
      const limits = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength].join('..');
      return `${argument}${required.includes(argument) ? '' : '?'}: ${schema.type}${limits === '..' ? '' : ` ${limits}`}`;
    });
    return `${name}(${each.join(', ')})`;
  });
  expect(told).toEqual([
    'browser_navigate(url: string 1..4000)',
    'browser_snapshot(from?: integer 0..)',
    'browser_read(from?: integer 0..)',
    'browser_links()',
    'browser_find(text: string 1..1000)',
    'browser_click(text?: string 1..1000, ref?: string, nth?: integer 1.., double?: boolean)',
    'browser_hover(text?: string 1..1000, ref?: string, nth?: integer 1..)',
    'browser_type(field?: string 1..1000, text: string ..100000, submit?: boolean, ref?: string, nth?: integer 1..)',
    'browser_select(field?: string 1..1000, option: string ..1000, ref?: string, nth?: integer 1..)',
    'browser_upload(field?: string 1..1000, file: string, text?: string ..100000, ref?: string, nth?: integer 1..)',
    'browser_press(key: string 1..50)',
    'browser_scroll(by?: integer -100000..100000)',
    'browser_back()',
    'browser_wait(seconds: number ..60)',
    'browser_screenshot()',
  ]);
  for (const { description } of browserTools) expect(description).toMatch(/^[A-Z][^\n]+\.$/);
});
