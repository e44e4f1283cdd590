/**
 * A language model of the AI SDK (`LanguageModelV2`, `V3` or `V4`): the objects that its provider packages make, and
 * any that follow the specification. Described by its shape, so that no version of the SDK need be installed.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream(options: never): PromiseLike<unknown>;
}

/** The versions of the specification. */
export type SpecificationVersion = AiSdkLanguageModel['specificationVersion'];

/** Whether a value looks like a language model of the AI SDK, of whatever version. */
export function isAiSdkLanguageModel(value: unknown): value is AiSdkLanguageModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'doGenerate' in value &&
    typeof value.doGenerate === 'function' &&
    'doStream' in value &&
    typeof value.doStream === 'function'
  );
}
