/** What a program is given that has to work offline, whatever keys are in the environment. */

const GUARD = new URL('no-network.mjs', import.meta.url);
/** Nothing listens there: port 9 is set aside for discarding. */
const CLOSED = 'http://127.0.0.1:9/v1';
const KEYS = [
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'OPENAI_API_KEY',
  'OPENAI_COMPATIBLE_API_KEY',
  'OPENROUTER_API_KEY',
  'XAI_API_KEY',
];

/**
 * Environment variables with a false key for each provider. The services are at `address`, by default where nothing
 * answers, as far as a variable can say so; every connection to another machine fails, and its host is added as a line
 * to the file `log`.
 */
export function offlineEnvironment(log, address = CLOSED) {
  return {
    ...Object.fromEntries(KEYS.map((name) => [name, 'false-key'])),
    OPENAI_BASE_URL: address,
    ANTHROPIC_BASE_URL: address,
    OLLAMA_HOST: address,
    METTLE_MODEL: '',
    NODE_OPTIONS: `--import=${GUARD.href}`,
    OUTSIDE_CONNECTIONS: log,
  };
}
