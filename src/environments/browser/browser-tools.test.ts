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
