import { type DataOf, type DataSchema, defineOptions, option } from '../../core/index.js';
import { jsonSchemaOf } from '../../core/internal.js';
import type { ModelSource } from '../../models/index.js';
import { JsonOutput } from '../output/json-output.js';
import {
  REPAIR_LOOP_OPTIONS,
  type RepairLoopOptions,
  type RepairOutcome,
  repairLoop,
} from '../repair/repair-loop.js';
import { type GenerateWithOptions, generateWith } from './generate-with.js';

/** What {@link generateJson} takes, beside what a repair loop takes. */
export interface GenerateJsonOptions<S extends DataSchema>
  extends Omit<RepairLoopOptions, 'generate' | 'checker'> {
  /** The model: one of Mettle's or of the AI SDK, or `provider/model`. */
  readonly model: ModelSource;
  /** What the answer must be: JSON Schema, or a Standard Schema (Zod, Valibot, …). */
  readonly schema: S;
  /** How the model is asked. */
  readonly settings?: Omit<GenerateWithOptions, 'responseFormat' | 'tools' | 'toolChoice'>;
  /**
   * Whether the provider is told the schema too, which many hold their models to. Turn it off for a provider that refuses
   * schemas. Default true.
   */
  readonly tellProvider?: boolean;
}

const { generate: _generate, checker: _checker, ...GENERATE_LOOP_OPTIONS } = REPAIR_LOOP_OPTIONS;
const checkGenerateJsonOptions = defineOptions<GenerateJsonOptions<DataSchema>>()('generateJson', {
  ...GENERATE_LOOP_OPTIONS,
  model: option.required(option.any),
  schema: option.required(option.any),
  settings: option.object,
  tellProvider: option.boolean,
});

/** What {@link generateJson} came to: the outcome of its repair loop, with the value. */
export type JsonOutcome<T> =
  | (Extract<RepairOutcome, { readonly ok: true }> & {
      /** What the schema made of the answer. */
      readonly value: T;
    })
  | (Extract<RepairOutcome, { readonly ok: false }> & { readonly value: null });

/**
 * Asks a model for data. The answer is always checked against the schema here, whatever the provider promises; an
 * answer that does not fit is repaired as in `repairLoop`, and never returned as valid.
 *
 * @example
 * ```ts
 * import { generateJson } from 'mettle/requirements';
 * import { scriptedModel } from 'mettle/testing';
 *
 * const model = scriptedModel(['{"city": "Oslo"}', '{"city": "Oslo", "celsius": 4}']);
 * const outcome = await generateJson({
 *   model,
 *   task: 'How warm is it in Oslo?',
 *   schema: {
 *     type: 'object',
 *     properties: { city: { type: 'string' }, celsius: { type: 'number' } },
 *     required: ['city', 'celsius'],
 *   },
 * });
 * console.log(outcome.value, outcome.attempts.length); // → { city: 'Oslo', celsius: 4 } 2
 * ```
 * @throws {MettleError} `requirements/invalid_schema`, and what `repairLoop` and `openModel` throw.
 */
export async function generateJson<const S extends DataSchema>(
  options: GenerateJsonOptions<S>,
): Promise<JsonOutcome<DataOf<S>>> {
  checkGenerateJsonOptions(options);
  const { model, schema, settings, tellProvider = true, requirements = [], ...loop } = options;
  const demanded = JsonOutput<DataOf<S>>({ schema });
  const generate = generateWith(model, {
    ...settings,
    ...(tellProvider
      ? { responseFormat: { type: 'json', name: 'answer', schema: jsonSchemaOf(schema) } }
      : {}),
  });
  const outcome = await repairLoop({
    fixes: [],
    ...loop,
    generate,
    requirements: [demanded, ...requirements],
  });
  if (!outcome.ok) return { ...outcome, value: null };
  const result = outcome.attempt.report.results.find(({ key }) => key === demanded.key);
  return { ...outcome, value: result?.value as DataOf<S> };
}
