import { isCardNumber, isIban } from './checksums.js';

/** What is looked for. */
export type RedactionKind =
  | 'private_key'
  | 'jwt'
  | 'token'
  | 'password'
  | 'email'
  | 'iban'
  | 'card'
  | 'phone'
  | 'ip';

/** Finds one kind of secret or personal data in a text. */
export interface Detector {
  readonly kind: RedactionKind;
  /** Global. What its first group holds is replaced; without one, the whole. */
  readonly pattern: RegExp;
  /** Whether what was found is meant. Default: yes. */
  readonly accepts?: (found: string) => boolean;
}

/** Keys and tokens of services, by how they begin. */
const TOKENS = [
  'sk-[A-Za-z0-9_-]{20,200}',
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,200}',
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9_]{22,255}',
  'glpat-[A-Za-z0-9_-]{20,200}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,250}',
  'xapp-[A-Za-z0-9-]{20,250}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'ya29\\.[A-Za-z0-9_-]{20,300}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[A-Za-z0-9_-]{50,300}',
  'hf_[A-Za-z0-9]{30,100}',
  'gsk_[A-Za-z0-9]{40,100}',
  'xai-[A-Za-z0-9]{40,100}',
  'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}',
  'dop_v1_[0-9a-f]{64}',
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
  'tvly-[A-Za-z0-9_-]{20,100}',
  'lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}',
].join('|');

/** Words that say that a secret comes. */
const SECRET_NAME =
  '(?:password|passwd|passphrase|pwd|secret|client_secret|api_?key|apikey|access_?key|secret_?key|auth_?token|access_?token|refresh_?token|private_?key)';

/** Domains whose last part is the ending of a file: `icon@2x.png`. */
const FILE_ENDINGS = new Set(
  'png jpg jpeg gif svg webp ico css scss js mjs cjs ts tsx jsx json md txt py rb go rs java kt swift html xml yml yaml toml lock zip gz tar map wasm'.split(
    ' ',
  ),
);

/** Every detector, in the order in which they are asked: what an earlier one found is no longer there for a later one. */
export const detectors: readonly Detector[] = [
  {
    kind: 'jwt',
    pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{4,8000}\.[\w-]{0,2000}(?![\w-])/g,
  },
  { kind: 'token', pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${TOKENS})(?![A-Za-z0-9_-])`, 'g') },
  {
    kind: 'token',
    pattern: /(?<![\w-])[Bb]earer ([A-Za-z0-9._~+/-]{16,4000}={0,2})(?![A-Za-z0-9._~+/-])/g,
    accepts: (found) => /\d/.test(found),
  },
  {
    kind: 'password',
    // The password of an address: scheme://user:password@host
    pattern: /(?<=[a-z]:\/\/[^\s:/?#@"'<>]{0,64}:)([^\s/?#@"'<>$`{}]{1,200})(?=@[A-Za-z0-9[])/g,
    accepts: (found) => !isPlaceholder(found),
  },
  {
    kind: 'password',
    // NAME=value of an environment file or a shell.
    pattern:
      /(?<=(?<![A-Za-z0-9])[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,20}=["']?)([^\s"'$`<>(){};,&|\\]{8,500})/g,
    accepts: (found) => !isPlaceholder(found),
  },
  {
    kind: 'password',
    // name: "value" or name = 'value' in code and configuration.
    pattern: new RegExp(
      `(?<=\\b${SECRET_NAME}["']? {0,4}[:=] {0,4}["'])([^\\s"'$\`<>{}\\\\]{8,500})(?=["'])`,
      'gi',
    ),
    accepts: (found) => !isPlaceholder(found),
  },
  {
    kind: 'email',
    pattern:
      /(?<![\w.%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}(?![\w-])/g,
    accepts: (found) =>
      !found.startsWith('git@') && !FILE_ENDINGS.has(found.slice(found.lastIndexOf('.') + 1).toLowerCase()),
  },
  {
    kind: 'iban',
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    accepts: (found) => isIban(found.replaceAll(' ', '')),
  },
  {
    kind: 'card',
    pattern:
      /(?<![\w.-])(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g,
    accepts: (found) => isCardNumber(found.replaceAll(/[ -]/g, '')),
  },
  {
    kind: 'phone',
    pattern:
      /(?<![\w+.-])(?:\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,4}\)?){2,6}|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4})(?![\w-]|\.\d)/g,
    accepts: (found) => {
      const digits = found.replaceAll(/\D/g, '').length;
      return digits >= 9 && digits <= 15;
    },
  },
];

/** Looked for only where it's asked for: versions look the same. */
export const addressDetector: Detector = {
  kind: 'ip',
  pattern:
    /(?<![\w.:])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6})(?![\w.:]\w|\w|-[a-z])/g,
  accepts: (found) => !/^(?:127\.|0\.0\.0\.0$|255\.255\.255)/.test(found),
};

/** Names of members whose text is a secret, whatever it looks like. */
const SECRET_MEMBER = new RegExp(
  `^(?:${SECRET_NAME}|authorization|proxy-authorization|x-api-key|cookie|set-cookie|id_token|session_token|aws_secret_access_key)$`,
  'i',
);

/** Whether the text of a member with this name is a secret. */
export function isSecretMember(name: string, text: string): boolean {
  return SECRET_MEMBER.test(name) && text.length >= 4 && !isPlaceholder(text);
}

/** What stands in the place of a secret in examples, templates and code. */
function isPlaceholder(text: string): boolean {
  if (/^(.)\1*$/.test(text) || text.endsWith('...')) return true;
  return /^(?:\[redacted|<|\{|\$|\*{3}|x{3}|your|my[-_]|changeme|example|placeholder|none$|null$|undefined$|true$|false$|os\.|process\.|env\b|string$|str$|text$)/i.test(
    text,
  );
}
