import type { ProviderOptions } from '../message.js';
import type { ModelRequest, ReasoningEffort } from '../request.js';
import type { SpecificationVersion } from './language-model.js';

/**
 * How a model is told how much to think: version 4 of the specification has an option for it; before, each provider had
 * its own, below its name in `providerOptions`. What the request sets there itself is kept.
 */
export function reasoningSettings(
  { reasoningEffort, providerOptions }: ModelRequest,
  version: SpecificationVersion,
  provider: string,
): { readonly reasoning?: ReasoningEffort; readonly providerOptions?: ProviderOptions } {
  const own = providerOptions === undefined ? {} : { providerOptions };
  if (reasoningEffort === undefined) return own;
  if (version === 'v4') return { reasoning: reasoningEffort, ...own };
  const name = provider.split('.')[0] ?? provider;
  return {
    providerOptions: {
      ...providerOptions,
      [name]: { ...effortOf(name, reasoningEffort), ...providerOptions?.[name] },
    },
  };
}

function effortOf(provider: string, effort: ReasoningEffort): ProviderOptions[string] {
  if (provider === 'anthropic') {
    return effort === 'none'
      ? { thinking: { type: 'disabled' } }
      : { effort: effort === 'minimal' ? 'low' : effort };
  }
  if (provider === 'google') {
    const thinkingLevel = { none: 'minimal', xhigh: 'high', max: 'high' }[effort as string] ?? effort;
    return { thinkingConfig: { thinkingLevel } };
  }
  return { reasoningEffort: effort };
}
