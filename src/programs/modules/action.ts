import { defineOptions, type JsonObject, option } from '../../core/index.js';
import type { Tool } from '../../tools/index.js';
import type { CallContext } from '../call-context.js';
import { type RestoreModuleOptions, restoredTool } from '../saving/save-modules.js';
import { AskingModule } from './asking-module.js';
import { ASKING_OPTIONS, type AskingOptions } from './asking-options.js';
import { askingOptionsOf } from './module-config.js';

/** What an {@link Action} takes. */
export interface ActionOptions extends AskingOptions {
  /** The tool that is run. */
  readonly tool: Tool;
}

const checkActionOptions = defineOptions<ActionOptions>()('Action', {
  ...ASKING_OPTIONS,
  tool: option.required({
    wanted: 'a tool, as tool({…}) makes one',
    allows: (value) =>
      typeof (value as Partial<Tool> | null)?.call === 'function' && typeof value === 'object',
  }),
});

/**
 * Has a model fill in the arguments of a tool, and runs it: `inputs` are the arguments, `outputs` the tool's result. If
 * the tool fails, the output is missing, and the record of the call says why. Few-shot examples show inputs of the
 * module, and arguments as their answer.
 */
export class Action extends AskingModule {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>Action';
  readonly tool: Tool;
  readonly #outputSchema: JsonObject;

  /** @throws {MettleError} `core/invalid_option`, and as `openModel`. */
  constructor(options: ActionOptions) {
    checkActionOptions(options, new.target.name);
    const { tool } = options;
    super(options, {
      schema: tool.parameters,
      instructions: 'Fill in the arguments of the tool so that it does what the inputs ask for.',
      sections: [{ name: 'tool', content: { name: tool.name, description: tool.description } }],
    });
    this.tool = tool;
    this.#outputSchema = outputSchema(tool);
  }

  /** The tool is found by its name in `tools`. */
  static fromConfig(config: JsonObject, options: RestoreModuleOptions = {}): Action {
    const tool = restoredTool(config.tool, options);
    return new Action({ ...askingOptionsOf<ActionOptions>(config, options), tool });
  }

  /** What it was made from; the model and the tool by their names. */
  override getConfig(): JsonObject {
    return { ...super.getConfig(), tool: this.tool.name };
  }

  protected override get finishedSchema(): JsonObject {
    return this.#outputSchema;
  }

  protected override async finish(args: JsonObject, context: CallContext): Promise<JsonObject | null> {
    const outcome = await this.tool.call(args, { signal: context.signal });
    if (outcome.ok) return { inputs: args, outputs: outcome.value };
    context.recordError(outcome.error);
    return null;
  }
}

function outputSchema({ name, parameters }: Tool): JsonObject {
  // A reference inside the parameters would point into this schema, and at nothing.
  const hasReferences = JSON.stringify(parameters).includes('"$ref"');
  return {
    title: 'Action',
    type: 'object',
    properties: {
      inputs: hasReferences ? { type: 'object' } : parameters,
      outputs: { description: `What ${name} gave.` },
    },
    required: ['inputs', 'outputs'],
    additionalProperties: false,
  };
}
