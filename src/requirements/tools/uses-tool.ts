import { option } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';

/**
 * The reply calls a tool.
 *
 * @param tool - its name, or the function of that name.
 * @throws {MettleError} `core/invalid_option` for anything without a name.
 */
export function UsesTool(tool: string | { readonly name: string }, options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'UsesTool');
  const name = toolName(tool);
  return createRequirement({
    name: 'UsesTool',
    key: `UsesTool(${name})`,
    description: `Use the ${name} tool.`,
    how: 'the tool calls of the reply are read',
    ...commonOptions(options),
    memoise: true,
    validate({ toolCalls }) {
      if (toolCalls.length === 0) return failWith('There were no tool calls.');
      const calls = toolCalls.filter((call) => call.name === name);
      if (calls.some(({ invalidArguments }) => invalidArguments === undefined)) {
        return passWith(`${name} was called.`);
      }
      if (calls.length > 0) return failWith(`${name} was called with arguments that are not a JSON object.`);
      const called = [...new Set(toolCalls.map((call) => call.name))].join(', ');
      return failWith(`${name} was not called; called were: ${called}.`);
    },
  });
}

/** The name of a tool, given as a name or as something that has one. */
export function toolName(tool: string | { readonly name: string }): string {
  const name: unknown = typeof tool === 'string' ? tool : tool?.name;
  if (!option.words.allows(name)) throw invalidOption('A tool', 'its name', option.words.wanted, name);
  return name as string;
}
