import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trajectoryFromMessages } from '../import-traces.js';
import { parseTrajectory } from '../parse-trajectory.js';
import { redactTrajectories } from '../redact-trajectories.js';
import { isRedacted } from '../redacted.js';
import { finished } from '../testing/sample-trajectories.js';
import { toMessages } from '../to-messages.js';
import { trajectoryId } from '../trajectory-id.js';
import { trajectoryRecord } from '../trajectory-record.js';
import { Redactor } from './redactor.js';

const redactor = (ips = true): Redactor => new Redactor({ ips });
/** No secret stands in this file: each is put together. */
const letters = (count: number, from = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'): string =>
  from.repeat(20).slice(0, count);
const key = ['-----BEGIN RSA PRIVATE', ' KEY-----'].join('');
const keyEnd = ['-----END RSA PRIVATE', ' KEY-----'].join('');

describe('what must go', () => {
  it.each<[string, string, string]>([
    [
      'an e-mail address',
      'Write to ann.lee+shop@mail.example.org, please.',
      'Write to [redacted-email-1], please.',
    ],
    ['an address in angle brackets', 'Ann <ann@example.co.uk>', 'Ann <[redacted-email-1]>'],
    ['a number with its country', 'Call +44 20 7946 0958 now', 'Call [redacted-phone-1] now'],
    ['a number without blanks', 'to=+15550100123;', 'to=[redacted-phone-1];'],
    [
      'a number of North America',
      '(555) 010-0123 or 555-010-0199',
      '[redacted-phone-1] or [redacted-phone-2]',
    ],
    ['a card', 'card 4111 1111 1111 1111, exp', 'card [redacted-card-1], exp'],
    ['a card without blanks', 'pan=378282246310005', 'pan=[redacted-card-1]'],
    ['an account', 'to DE89 3704 0044 0532 0130 00.', 'to [redacted-iban-1].'],
    ['an account without blanks', 'GB82WEST12345698765432', '[redacted-iban-1]'],
    ['a token of OpenAI', `key sk-proj-${letters(40)}!`, 'key [redacted-token-1]!'],
    ['a token of GitHub', `gh${'p_'}${letters(36)}`, '[redacted-token-1]'],
    ['a key of AWS', `AKI${'A'}${letters(16, 'ABC2DEF3')} x`, '[redacted-token-1] x'],
    ['a token of Slack', `xox${'b-'}1234567890-${letters(20)}`, '[redacted-token-1]'],
    ['a bearer token', `Authorization: Bearer ${letters(30)}`, 'Authorization: Bearer [redacted-token-1]'],
    ['a web token', `eyJ${letters(20)}.eyJ${letters(30)}.${letters(43)} end`, '[redacted-jwt-1] end'],
    [
      'the password of a database',
      'postgres://bob:hunt3r!x@db.local:5432/shop',
      'postgres://bob:[redacted-password-1]@db.local:5432/shop',
    ],
    [
      'a password in an environment file',
      'DB_PASSWORD=correcthorse\nA=1',
      'DB_PASSWORD=[redacted-password-1]\nA=1',
    ],
    ['a password in code', 'client_secret: "battery-staple"', 'client_secret: "[redacted-password-1]"'],
    ['a key', `a ${key}\n${letters(64)}\n${letters(20)}\n${keyEnd} b`, 'a [redacted-private-key-1] b'],
    ['a key as JSON', `${key}\\n${letters(64)}\\n${keyEnd}\\n`, '[redacted-private-key-1]\\n'],
    ['a key that was cut off', `${key}\n${letters(64)}\n${letters(10)}`, '[redacted-private-key-1]'],
    [
      'an IP address',
      'from 203.0.113.7 and 2001:db8:0:0:0:0:2:1',
      'from [redacted-ip-1] and [redacted-ip-2]',
    ],
  ])('%s', (_, text, expected) => {
    expect(redactor().text(text)).toBe(expected);
  });

  it('what a member is called a secret for, whatever it looks like', () => {
    expect(redactor().json({ password: 'abcd', api_key: 'k1k1', user: 'abcd', 'X-Api-Key': 'zzz9' })).toEqual(
      {
        password: '[redacted-password-1]',
        api_key: '[redacted-password-2]',
        user: 'abcd',
        'X-Api-Key': '[redacted-password-3]',
      },
    );
  });

  it('addresses in names of members', () => {
    expect(redactor().json({ 'users/ann@example.com': 1 })).toEqual({ 'users/[redacted-email-1]': 1 });
  });
});

describe('what must stay', () => {
  it.each([
    'commit 9d356847d46ece3a0bbd3bd64eef89afc78dae74',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '019b2c3d-4e5f-7081-92a3-b4c5d6e7f809',
    '550e8400-e29b-41d4-a716-446655440000',
    'call_1mb2zpo3ma4hy4OjTDz9oNpC toolu_012LMqPjwsTcRqSVumCkyiDJ chatcmpl-CQF10eCkoFphJZJQkzzN6EkTD0AVF',
    'msg_01WkkBjjxvZLfnhbiTCEK1pd resp_0269f3aed1fd415900698212189ed88190b8bb13919d420b02',
    'lodash@4.17.21 and @types/node@20.1.0',
    'git@github.com:me/shop.git',
    'icon@2x.png',
    'version 1.2.3.4-beta and 10.15.7',
    '2026-11-29T23:31:41.123Z, 2026-11-29 and 29.11.2026',
    '1764458985123 and 1764458985',
    '4111 1111 1111 1112',
    '1234567890123456',
    'DE89 3704 0044 0532 0130 01',
    'port 8080, 127.0.0.1 and 0.0.0.0',
    'price: 1,234,567.89 or 12 345 678',
    'password = os.environ["PASSWORD"]',
    'api_key: string; password?: null',
    'export TOKEN=$GITHUB_TOKEN',
    'export ANTHROPIC_API_KEY=sk-ant-...',
    'https://user@host/path?x=1 and http://localhost:3000',
    'Bearer authentication is required here',
    'eyJ is how they begin',
    'def f(a, *args): return a @ b',
    '@@ -12,7 +12,9 @@ def total():',
    'sk-learn and risk-management-of-projects',
  ])('%s', (text) => {
    expect(redactor(true).text(text)).toBe(text);
  });

  it('addresses of the network, unless they are asked for', () => {
    expect(redactor(false).text('from 203.0.113.7')).toBe('from 203.0.113.7');
  });
});

describe('placeholders', () => {
  it('are the same for the same value, and others for others', () => {
    const one = redactor();
    expect(one.text('a@example.com b@example.com a@example.com')).toBe(
      '[redacted-email-1] [redacted-email-2] [redacted-email-1]',
    );
    expect(one.text('Again b@example.com')).toBe('Again [redacted-email-2]');
    expect(one.takeCounts()).toEqual({ email: 4 });
    expect(one.takeCounts()).toEqual({});
  });

  it('are no secrets: what was redacted is the same when it is redacted again', () => {
    const secrets = fc.constantFrom(
      'ann@example.org',
      '+44 20 7946 0958',
      '4111 1111 1111 1111',
      'DE89 3704 0044 0532 0130 00',
      `sk-${letters(30)}`,
      'redis://:pa55word9@host:6379',
      'API_KEY=abcdefgh12',
      `${key}\n${letters(64)}\n${keyEnd}`,
      '203.0.113.7',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(secrets, fc.string({ maxLength: 8 })), { maxLength: 12 }), (parts) => {
        const once = redactor().text(parts.join(' '));
        expect(redactor().text(once)).toBe(once);
        for (const secret of [
          'ann@example',
          '7946',
          '1111 1111',
          '0044',
          letters(30),
          'pa55word9',
          'abcdefgh12',
        ]) {
          expect(once.includes(secret) && parts.some((part) => part.includes(secret))).toBe(false);
        }
      }),
    );
  });

  it('takes time that grows with the text', () => {
    const growth = [
      'eyJ-',
      'a@',
      'a.',
      '+1 ',
      '1111-',
      '::1',
      'AB12 ',
      'password="',
      '://a:',
      `${key} `,
      'TOKEN=',
    ];
    for (const piece of growth) expect(redactor().text(piece.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

describe('redactTrajectories', () => {
  const secret = `sk-${letters(40)}`;
  const messages = [
    { role: 'user', content: `My key is ${secret}. Mail ann@example.com.` },
    {
      role: 'assistant',
      content: '<think>ann@example.com</think>Sending.',
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: 'send', arguments: '{"to": "ann@example.com", "n": 5.0}' },
        },
        { id: 'call_2', type: 'function', function: { name: 'wait', arguments: '{"n": 5.0}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: `sent with ${secret}` },
    { role: 'tool', tool_call_id: 'call_2', content: 'ok' },
    { role: 'assistant', content: 'Mailed ann@example.com.' },
  ];

  it('leaves nothing of them in the record, keeps links, and says so', async () => {
    const run = await trajectoryFromMessages(messages);
    const { trajectories, redacted, counts } = await redactTrajectories([run, finished]);
    const [clean, other] = trajectories;
    if (clean === undefined) throw new Error('no record');
    const text = JSON.stringify(trajectoryRecord(clean));
    expect(text).not.toContain(secret);
    expect(text).not.toContain('ann@');
    expect(clean.steps.map((step) => ('callId' in step ? step.callId : null))).toEqual(
      run.steps.map((step) => ('callId' in step ? step.callId : null)),
    );
    expect(clean.finalAnswer).toBe('Mailed [redacted-email-1].');
    expect(toMessages(clean)[1]).toMatchObject({
      tool_calls: [
        { function: { arguments: '{"n":5,"to":"[redacted-email-1]"}' } },
        { function: { arguments: '{"n": 5.0}' } },
      ],
    });
    expect([redacted, counts.token, isRedacted(clean)]).toEqual([1, 3, true]);
    expect(clean.task.metadata).toMatchObject({ redacted: counts, imported: { format: 'openai' } });
    expect(clean.id).toBe(trajectoryId(clean));
    expect(clean.id).not.toBe(run.id);
    expect(parseTrajectory(JSON.parse(text))).toEqual(clean);
    expect(other).toBe(finished);
  });

  it('takes back a verification that the changed text cannot have', async () => {
    const verification = {
      verdict: 'pass',
      reason: 'ok',
      replayedCalls: 2,
      mismatches: [],
      checks: [],
    } as const;
    const task = { ...finished.task, prompt: 'Mail ann@example.com.' };
    const [changed, same] = (
      await redactTrajectories([
        { ...finished, task, verification },
        { ...finished, verification },
      ])
    ).trajectories;
    expect([changed?.verification?.verdict, same?.verification?.verdict]).toEqual(['not_checked', 'pass']);
  });

  it('moves the place where an answer begins with the text before it', async () => {
    const run = await trajectoryFromMessages([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'ann@example.com is it. Yes, bob@example.com.' },
    ]);
    const turns = run.turns?.map((turn) => ({ ...turn, answerStart: 'ann@example.com is it. '.length }));
    const { trajectories } = await redactTrajectories([{ ...run, turns: turns ?? null }]);
    const [turn] = trajectories[0]?.turns ?? [];
    expect(turn?.text?.slice(turn.answerStart)).toBe('Yes, [redacted-email-2].');
  });
});
