import { describe, expect, it, vi } from 'vitest';
import { createRedactor } from './redact.js';

/** Put together here, so that no scanner takes this file for a leak. */
const key = (prefix: string, length: number): string =>
  prefix + 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0'.slice(0, length);

const redact = createRedactor({ environment: {} });

describe('createRedactor', () => {
  it.each([
    key('sk-ant-', 30),
    key('sk-proj-', 30),
    key('ghp_', 36),
    key('AIza', 35),
    `${key('AKIA', 0)}ABCDEFGHIJ234567`,
    key('xoxb-', 20),
    `eyJ${key('', 20)}.eyJ${key('', 20)}.${key('', 20)}`,
    `-----BEGIN RSA PRIVATE KEY-----\n${key('', 40)}\n-----END RSA PRIVATE KEY-----`,
  ])('takes out what is a secret by its form: %s', (secret) => {
    expect(redact(`before ${secret} after`)).toBe('before [redacted] after');
  });

  it.each([
    [`Authorization: Bearer ${key('', 24)}`, 'Authorization: Bearer [redacted]'],
    ['{"authorization": "Basic dXNlcjpwYXNz"}', '{"authorization": "Basic [redacted]"}'],
    ['postgres://user:hunter2@db/x', 'postgres://user:[redacted]@db/x'],
    [`api_key = "${key('', 20)}"`, 'api_key = "[redacted]"'],
    [`PASSWORD=${key('', 16)}`, 'PASSWORD=[redacted]'],
  ])('keeps what stands around it: %s', (text, kept) => {
    expect(redact(text)).toBe(kept);
  });

  it.each([
    'a basic implementation of the bearer pattern',
    'Use basic authentication: the bearer presents credentials.',
    'Authorization: none is needed here',
    'const token: string = readToken(); // password: optional',
    'max_tokens = 4096, token_count: 1234567890123',
    'the secret: practice every day',
    'sk-learn and risk-assessment, task-management-software',
    'See https://example.org:8080/a@b and mail me@example.org',
    'def key(item): return item.api_key',
    'secret = hashlib.sha256(data).hexdigest()',
  ])('leaves harmless words alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes out given secrets and those of the environment, wherever they stand', () => {
    const redactAll = createRedactor({
      secrets: ['my "dog" Rex', 'abc'],
      environment: {
        STRIPE_API_KEY: 'plain-looking value',
        SSH_KEY: '/home/user/.ssh/id_rsa',
        MAX_TOKEN: '123456789012345',
        HOME: 'plain-looking home',
      },
    });
    expect(
      redactAll({
        'my "dog" Rex': [1, null, true, 'plain-looking value!'],
        text: '{"name": "my \\"dog\\" Rex"} abc /home/user/.ssh/id_rsa 123456789012345 plain-looking home',
      }),
    ).toEqual({
      '[redacted]': [1, null, true, '[redacted]!'],
      text: '{"name": "[redacted]"} abc /home/user/.ssh/id_rsa 123456789012345 plain-looking home',
    });
  });

  it.each([
    ['PGPASSWORD', 'hunter2-and-more'],
    ['AWS_SECRET_ACCESS_KEY', `/${key('', 39)}`],
    ['AWS_SECRET_ACCESS_KEY', `/${key('', 18)}/${key('', 17)}+x`],
    ['SESSION_SECRET', 'qWeRtYuIoPaSdF'],
  ])('takes a value of %s for a secret: %s', (name, value) => {
    expect(createRedactor({ environment: { [name]: value } })(`is ${value} it?`)).toBe('is [redacted] it?');
  });

  it.each(['./keys/server.pem', '~/.ssh/id_ed25519', '../secrets/a', 'productionkey', 'PRODUCTIONKEY'])(
    'takes no path or word for a secret: %s',
    (value) => {
      expect(createRedactor({ environment: { SSH_KEY: value } })(value)).toBe(value);
    },
  );

  it('takes linear time', () => {
    for (const text of [
      'a:'.repeat(50_000),
      'bearer '.repeat(20_000),
      'password='.repeat(20_000),
      'a'.repeat(200_000),
      ' '.repeat(200_000),
      '-----BEGIN PRIVATE KEY-----'.repeat(5_000),
    ]) {
      expect(redact(text)).toBe(text);
    }
  });

  it('are not looked for in texts that are too short for one', () => {
    const searches = vi.spyOn(String.prototype, 'replaceAll');
    redact({ words: Array(1_000).fill('abcde'), n: 1 });
    const count = searches.mock.calls.length;
    searches.mockRestore();
    expect(count).toBe(0);
  });
});
