import { describe, expect, it } from 'vitest';
import { findModel } from '../find-model.js';
import { openModel } from '../open-model.js';
import { probeProviders } from '../probe-providers.js';
import { installCommand, loadProviderPackage } from './load-provider-package.js';
import { PROVIDERS } from './provider.js';

/** One request as a provider package sends it; the answer is always 401. */
interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: { readonly model?: string };
}

async function send(name: string, environment: Record<string, string>): Promise<Sent> {
  const sent: Sent[] = [];
  const refuse: typeof fetch = (input, init) => {
    const body = JSON.parse(String(init?.body)) as Sent['body'];
    sent.push({ url: String(input), headers: new Headers(init?.headers), body });
    return Promise.resolve(new Response('{"error":{"message":"wrong key"}}', { status: 401 }));
  };
  const model = openModel(name, { environment, fetch: refuse });
  const call = model.call({ messages: [{ role: 'user', content: 'Hello' }] });
  await expect(call).rejects.toMatchObject({
    code: 'models/refused',
    details: { status: 401, transient: false },
  });
  const [first] = sent;
  if (first === undefined) throw new Error('nothing was sent');
  return first;
}

describe('a model by its name', () => {
  it.each([
    ['openai/gpt-x', { OPENAI_API_KEY: 'k' }, 'https://api.openai.com/v1/responses', 'authorization'],
    ['anthropic/claude-x', { ANTHROPIC_API_KEY: 'k' }, 'https://api.anthropic.com/v1/messages', 'x-api-key'],
    [
      'google/gemini-x',
      { GEMINI_API_KEY: 'k' },
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent',
      'x-goog-api-key',
    ],
    ['groq/a/b', { GROQ_API_KEY: 'k' }, 'https://api.groq.com/openai/v1/chat/completions', 'authorization'],
    [
      'openai-compatible/a/b@http://127.0.0.1:9/v1',
      { OPENAI_COMPATIBLE_API_KEY: 'k' },
      'http://127.0.0.1:9/v1/chat/completions',
      'authorization',
    ],
  ])('%s goes through its package', async (name, environment, url, header) => {
    const sent = await send(name, environment);
    expect(sent.url).toBe(url);
    expect(sent.headers.get(header)).toMatch(/^(Bearer )?k$/);
  });

  it('of Ollama needs no key and follows OLLAMA_HOST', async () => {
    const url = async (environment: Record<string, string>): Promise<string> =>
      (await send('ollama/qwen3:8b', environment)).url;
    expect(await url({})).toBe('http://127.0.0.1:11434/v1/chat/completions');
    expect(await url({ OLLAMA_HOST: '0.0.0.0' })).toBe('http://127.0.0.1:11434/v1/chat/completions');
    expect(await url({ OLLAMA_HOST: 'https://models.example' })).toBe(
      'https://models.example/v1/chat/completions',
    );
    expect((await send('ollama/a/b:8b', {})).body.model).toBe('a/b:8b');
  });

  it.each([
    ['gpt-x', 'PROVIDER/MODEL'],
    ['nobody/gpt-x', 'anthropic, xai, groq, openai, google, openrouter, ollama, openai-compatible'],
    ['openai/', 'after openai/ comes the model'],
    ['openai-compatible/local', 'openai-compatible/MODEL@URL'],
    ['openai-compatible/local@http://', 'not an address'],
  ])('%s is refused at once, and the message helps', (name, words) => {
    expect(() => openModel(name)).toThrow(expect.objectContaining({ code: 'models/unknown_model' }));
    expect(() => openModel(name)).toThrow(words);
  });

  it('without its key says which variable to set, at the first call', async () => {
    const model = openModel('google/gemini-x', { environment: {} });
    await expect(model.call({ messages: [] })).rejects.toThrow('set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI');
  });
});

describe('the package of a provider', () => {
  it('that is not installed is named with the command for this Node', async () => {
    const wanted = { name: '@ai-sdk/not-installed', factory: 'createIt', current: 4, forNode20: 3 };
    const load = loadProviderPackage(wanted, 'it');
    await expect(load).rejects.toMatchObject({ code: 'models/package_missing' });
    await expect(load).rejects.toThrow('npm install @ai-sdk/not-installed@');
    expect(installCommand(wanted, '20.20.2')).toBe('npm install @ai-sdk/not-installed@3');
    expect(installCommand(wanted, '24.1.0')).toBe('npm install @ai-sdk/not-installed@4');
  });

  it('that is another one is called broken', async () => {
    const wanted = { name: 'commander', factory: 'createIt', current: 4, forNode20: 3 };
    await expect(loadProviderPackage(wanted, 'it')).rejects.toThrow('it has no createIt');
  });

  it('has its function in the versions that are installed here', async () => {
    for (const provider of PROVIDERS) {
      expect(await loadProviderPackage(provider.package, provider.name)).toBeTypeOf('function');
    }
  });
});

describe('findModel', () => {
  it('opens the model that METTLE_MODEL names', () => {
    const { model, name } = findModel({ environment: { METTLE_MODEL: 'ollama/qwen3', OPENAI_API_KEY: 'k' } });
    expect([name, model.provider]).toEqual(['ollama/qwen3', 'ollama']);
  });

  it('chooses no model because a key is set, and says how to name one', () => {
    for (const { keyVariables } of PROVIDERS) {
      for (const variable of keyVariables)
        expect(() => findModel({ environment: { [variable]: 'k', METTLE_MODEL: ' ' } })).toThrow(
          /^No model is named: set METTLE_MODEL, for example to \S+, whose key is set\.$/,
        );
    }
    expect(() => findModel({ environment: {} })).toThrow(/set METTLE_MODEL, for example to ollama\/qwen3/);
  });
});

it('probeProviders says what is there and what to do, and shows no key', () => {
  const report = probeProviders({ OPENAI_API_KEY: 'very secret', GOOGLE_API_KEY: ' ' });
  const of = (name: string): unknown => report.find(({ provider }) => provider === name);
  expect(of('openai')).toEqual({
    provider: 'openai',
    available: true,
    why: 'OPENAI_API_KEY, @ai-sdk/openai',
  });
  expect(of('google')).toEqual({
    provider: 'google',
    available: false,
    why: 'set GOOGLE_GENERATIVE_AI_API_KEY',
  });
  expect(JSON.stringify(report)).not.toContain('very secret');
});
