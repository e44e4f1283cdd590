import { expect, it } from 'vitest';
import { hostAndPort, readOrigins } from './allowed-origins.js';

it('allows pages of the origins that are listed, and of the sites that are served', () => {
  const { all, allows } = readOrigins(['https://a.example/', 'http://b.example:81'], ['http://site']);
  expect([...all]).toEqual(['https://a.example', 'http://b.example:81', 'http://site']);
  for (const url of [
    'https://a.example',
    'https://a.example:443/x?y#z',
    'http://b.example:81/',
    'http://site/a',
  ])
    expect([url, allows(url)]).toEqual([url, true]);
  for (const url of [
    'http://a.example',
    'https://a.example:444',
    'https://x.a.example',
    'http://b.example',
    'https://me@a.example/',
    'https://:secret@a.example/',
    'ftp://a.example',
    'blob:https://a.example/1',
    'no address',
    '',
  ])
    expect([url, allows(url)]).toEqual([url, false]);
});

it.each([
  'a.example',
  'ftp://a.example',
  'https://a.example/x',
  'https://a.example:443',
  'https://me@a.example',
  'https://A.example',
  '',
])('takes %j for no origin', (origin) =>
  expect(() => readOrigins([origin], [])).toThrow(
    expect.objectContaining({ code: 'environments/invalid_origin' }),
  ),
);

it('serves sites over http alone', () => {
  expect(() => readOrigins([], ['https://site'])).toThrow(
    'A site that Mettle serves has an http origin; got https://site.',
  );
});

it.each([
  ['http://a', 'a:80'],
  ['https://a', 'a:443'],
  ['https://a:80', 'a:80'],
])('asks for %s as %s', (url, expected) => expect(hostAndPort(new URL(url))).toBe(expected));
