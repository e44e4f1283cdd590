import { defineOptions, type OptionsCheck, option } from '../../core/index.js';
/** The environment: names and values of its variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a provider is reached. */
export interface ProviderSettings {
  /** The key. Default: the provider's variable in the environment. Never recorded. */
  readonly apiKey?: string;
  /** Where it is served. Default: the provider's own. */
  readonly baseUrl?: string;
  /** Headers sent with each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where keys and addresses are looked for. Default: the process's. */
  readonly environment?: Environment;
  /** Makes requests in place of the process's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Checks {@link ProviderSettings}. */
export const checkProviderSettings: OptionsCheck = defineOptions<ProviderSettings>()('openModel', {
  apiKey: option.string,
  baseUrl: option.string,
  headers: option.record,
  environment: option.record,
  fetch: option.any,
});

/** A provider that names may begin with. */
export interface Provider {
  /** The word before the slash. */
  readonly name: string;
  /** The AI SDK package that speaks its protocol. */
  readonly package: ProviderPackage;
  /** Variables of its key, the first one that is set counts; empty where it needs none. */
  readonly keyVariables: readonly string[];
  /** Its address, where the package does not know it. */
  readonly baseUrl?: string;
  /** A small model of it, which an error suggests if its key is set. */
  readonly exampleModel?: string;
}

/** An AI SDK package, by its major versions: the newest needs Node 22. */
export interface ProviderPackage {
  readonly name: string;
  /** The function that makes the provider. */
  readonly factory: string;
  /** Major version for Node 22 and newer. */
  readonly current: number;
  /** Major version that runs on Node 20. */
  readonly forNode20: number;
}

const COMPATIBLE: ProviderPackage = {
  name: '@ai-sdk/openai-compatible',
  factory: 'createOpenAICompatible',
  current: 3,
  forNode20: 2,
};

/** The name of the provider whose models are named with their address. */
export const OPENAI_COMPATIBLE = 'openai-compatible';

/** The providers that names can begin with. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'anthropic',
    package: { name: '@ai-sdk/anthropic', factory: 'createAnthropic', current: 4, forNode20: 3 },
    keyVariables: ['ANTHROPIC_API_KEY'],
    exampleModel: 'claude-haiku-4-5',
  },
  {
    name: 'xai',
    package: COMPATIBLE,
    keyVariables: ['XAI_API_KEY'],
    baseUrl: 'https://api.x.ai/v1',
    exampleModel: 'grok-4',
  },
  {
    name: 'groq',
    package: COMPATIBLE,
    keyVariables: ['GROQ_API_KEY'],
    baseUrl: 'https://api.groq.com/openai/v1',
    exampleModel: 'llama-3.3-70b-versatile',
  },
  {
    name: 'openai',
    package: { name: '@ai-sdk/openai', factory: 'createOpenAI', current: 4, forNode20: 3 },
    keyVariables: ['OPENAI_API_KEY'],
    exampleModel: 'gpt-5-mini',
  },
  {
    name: 'google',
    package: { name: '@ai-sdk/google', factory: 'createGoogleGenerativeAI', current: 4, forNode20: 3 },
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    exampleModel: 'gemini-flash-latest',
  },
  {
    name: 'openrouter',
    package: COMPATIBLE,
    keyVariables: ['OPENROUTER_API_KEY'],
    baseUrl: 'https://openrouter.ai/api/v1',
    exampleModel: 'meta-llama/llama-3.1-70b-instruct',
  },
  { name: 'ollama', package: COMPATIBLE, keyVariables: [], baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: OPENAI_COMPATIBLE, package: COMPATIBLE, keyVariables: [] },
];
