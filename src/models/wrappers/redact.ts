import { defineOptions, option } from '../../core/index.js';
import type { Environment } from '../providers/provider.js';

/** What is taken out of texts that are kept. */
export interface RedactorOptions {
  /** Texts that must not be kept, of six characters or more. */
  readonly secrets?: readonly string[];
  /**
   * Values of twelve characters or more are secrets where the variable's name ends in KEY, TOKEN, SECRET or PASSWORD, but
   * for numbers, words and paths. Default: the process's.
   */
  readonly environment?: Environment;
}

const checkRedactorOptions = defineOptions<RedactorOptions>()('createRedactor', {
  secrets: option.list(option.string),
  environment: option.record,
});

/** Takes secrets out of a value of JSON; everything else stays as it is. */
export type Redactor = <T>(value: T) => T;

/** What stands where a secret stood. */
const REDACTED = '[redacted]';

/**
 * Texts that are secrets by their form alone: keys of well-known services, tokens, private keys, passwords in addresses,
 * and what follows a word for a secret if it looks like one. Words of a language never do: they hold no digits.
 */
const FORMS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-(?:ant-|proj-|or-|live-|test-)?[A-Za-z0-9_-]{16,}/g,
  /\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{30,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bhf_[A-Za-z0-9]{30,}\b/g,
  /\bgsk_[A-Za-z0-9]{30,}\b/g,
  /\bxai-[A-Za-z0-9]{30,}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+/g,
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]{0,8000}?-----END [A-Z ]{0,20}PRIVATE KEY-----/g,
  /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@]{0,99}:)[^\s/@]{1,999}(?=@)/gi,
  /(?<=\bauthorization["']?\s{0,5}[:=]\s{0,5}["']?(?:basic|bearer|token)\s{1,5})[A-Za-z0-9._~+/=-]{8,}/gi,
  /(?<=\bbearer\s{1,5})(?=[A-Za-z0-9._~+/-]{0,99}\d)[A-Za-z0-9._~+/-]{20,}=*/gi,
  /(?<=(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s{0,5}[:=]\s{0,5}["']?)(?=[\w+/=-]{0,99}\d)(?=[\w+/=-]{0,99}[A-Za-z])[\w+/=-]{12,}/gi,
];

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)$/i;

/** Shorter texts are too likely to be something else. */
const SHORTEST_GIVEN = 6;
const SHORTEST_FOUND = 12;

/**
 * Makes a function that removes secrets from recordings: those that you pass, those of the environment, and text that
 * looks like a secret (keys of well-known services, tokens, private keys, passwords in addresses).
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  checkRedactorOptions(options);
  const secrets = [
    ...(options.secrets ?? []).filter((secret) => secret.length >= SHORTEST_GIVEN),
    ...secretsOf(options.environment ?? process.env),
  ].sort((left, right) => right.length - left.length);
  // Each also as it stands inside a text that is JSON itself, such as the arguments of a tool.
  const known = new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]));
  const clean = (text: string): string => {
    // No secret and no form is shorter; values hold many short texts.
    if (text.length < SHORTEST_GIVEN) return text;
    let cleaned = text;
    for (const secret of known) cleaned = cleaned.replaceAll(secret, REDACTED);
    for (const form of FORMS) cleaned = cleaned.replaceAll(form, REDACTED);
    return cleaned;
  };
  return (value) => redact(value, clean) as typeof value;
}

function secretsOf(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value.length >= SHORTEST_FOUND && SECRET_NAME.test(name) && !isPlain(value)
      ? [value]
      : [],
  );
}

/** Whether a value is a number, a path or a word, which no secret is. Secrets may begin with a slash and mix cases. */
function isPlain(value: string): boolean {
  return /^(?:\d+|[A-Z]?[a-z]+|[A-Z]+|(?:~|\.{0,2})(?:\/[^/+=]{0,24})+)$/.test(value);
}

function redact(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, clean));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [clean(key), redact(member, clean)]),
  );
}
