import { defineOptions, option } from '../../core/index.js';
import { shortened } from '../../core/internal.js';
import type { ToolCall } from '../message.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { checkError, failWith, passWith } from '../verdict.js';
import { toolName } from './uses-tool.js';

/** What {@link ToolArgument} takes. */
export interface ToolArgumentOptions extends CommonOptions {
  /** The tool, by name or function. Default: any tool that has the argument. */
  readonly tool?: string | { readonly name: string };
  /** The argument's name. */
  readonly argument: string;
  /** Whether the value is good: true, false, or false with a reason. May be asynchronous. */
  readonly check: (value: unknown) => ToolArgumentAnswer | Promise<ToolArgumentAnswer>;
  /** What must hold of it, in words. Default: that the argument must be right. */
  readonly description?: string;
}

const checkToolArgumentOptions = defineOptions<ToolArgumentOptions>()('ToolArgument', {
  ...COMMON_OPTIONS,
  tool: option.either(option.string, option.object),
  argument: option.required(option.words),
  check: option.required(option.callback),
  description: option.string,
});

/** What a check of a tool argument answers. */
type ToolArgumentAnswer = boolean | readonly [boolean, string];

/**
 * A tool is called with a good argument: in every call of that tool, and in at least one. Without a tool, in every
 * call that has the argument, and some call must have it.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function ToolArgument(options: ToolArgumentOptions): Requirement {
  checkToolArgumentOptions(options);
  const tool = options.tool === undefined ? null : toolName(options.tool);
  const { argument, check } = options;
  return createRequirement({
    name: 'ToolArgument',
    key: `ToolArgument(${tool ?? '*'}.${argument})`,
    description: options.description ?? `The argument ${argument} of ${tool ?? 'the tools'} is right.`,
    how: 'the arguments of the tool calls are read',
    ...commonOptions(options),
    async validate({ toolCalls }) {
      if (toolCalls.length === 0)
        return failWith(`Expected ${tool ?? 'a tool'} to be called but no tools were called.`);
      const called = toolCalls.filter(({ name }) => tool === null || name === tool);
      if (called.length === 0) return failWith(`Tool ${tool} was not called.`);
      const invalid = called.find(({ invalidArguments }) => invalidArguments !== undefined);
      if (invalid !== undefined) {
        return failWith(`Tool ${invalid.name} was called with arguments that are not a JSON object.`);
      }
      const having = called.filter((call) => Object.hasOwn(call.arguments, argument));
      const lacking = tool === null ? [] : called.filter((call) => !having.includes(call));
      if (lacking.length > 0 || having.length === 0) {
        return failWith(
          `${tool === null ? 'No tool' : `Tool ${tool}`} was ${tool === null ? '' : 'not '}called with the argument ${argument}.`,
        );
      }
      for (const call of having) {
        const value = call.arguments[argument];
        const answer: unknown = await check(value);
        const [isGood, reason] = Array.isArray(answer) ? answer : [answer, ''];
        if (typeof isGood !== 'boolean')
          return checkError(`The check of ${argument} gave back ${String(answer)}.`);
        if (!isGood) return failWith(describeBadValue(call, argument, value, String(reason)));
      }
      return passWith(
        `${argument} is right in ${having.length === 1 ? 'its call' : `all ${having.length} calls`}.`,
      );
    },
  });
}

function describeBadValue(call: ToolCall, argument: string, value: unknown, reason: string): string {
  const shown = shortened(JSON.stringify(value) ?? String(value), 200);
  return `Validation did not pass for ${call.name}.${argument}, which is ${shown}.${reason === '' ? '' : ` ${reason}`}`;
}
