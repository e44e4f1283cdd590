import { describe, expect, it } from 'vitest';
import { type JsonObject, RandomStream } from '../../../core/index.js';
import { sampleText } from './sample-text.js';

const text = (schema: JsonObject, name = '', seed = 1): string | null =>
  sampleText(schema, name, new RandomStream(seed, 'sample'));

describe('sampleText', () => {
  it.each([
    ['date', '2024-08-29'],
    ['date-time', '2024-08-29T12:17:56Z'],
    ['time', '07:32:17Z'],
    ['email', 'gentle.lantern.2846@example.com'],
    ['uuid', '584f95a3-ace7-4cb0-bbf3-6e1ef63cdf09'],
    ['uri', 'https://example.com/gentle/lantern'],
    ['url', 'https://example.com/gentle/lantern'],
    ['uri-reference', '/gentle/lantern'],
    ['hostname', 'harbor.example.com'],
    ['ipv4', '192.0.2.85'],
    ['ipv6', '2001:db8::54c5'],
    ['byte', 'Z2VudGxlIGxhbnRlcm4='],
    ['duration', 'PT16H'],
    ['unknown', 'gentle lantern'],
  ])('draws the same %s from a seed as ever', (format, expected) => expect(text({ format })).toBe(expected));

  it.each([
    ['name', 'Gentle Lantern'],
    ['cityName', 'Gentle Lantern'],
    ['product_title', 'Gentle Lantern'],
    ['LABEL', 'Gentle Lantern'],
    ['renamed', 'gentle lantern'],
    ['nameless', 'gentle lantern'],
    ['sku', 'gentle-lantern-29'],
    ['orderCode', 'gentle-lantern-29'],
    ['codes', 'gentle lantern'],
  ])('chooses the words of %s by its name', (name, expected) => expect(text({}, name)).toBe(expected));

  it('draws from words that stay the same, and times of day that exist', () => {
    const seeds = Array.from({ length: 400 }, (_seed, index) => index);
    const pairs = seeds.map((seed) => text({}, '', seed)?.split(' ') ?? []);
    expect(new Set(pairs.map(([first]) => first)).size).toBe(24);
    expect(new Set(pairs.map(([, second]) => second)).size).toBe(24);
    const times = seeds.map((seed) => text({ format: 'date-time' }, '', seed) ?? '');
    for (const time of times) expect(new Date(time).toISOString()).toBe(time.replace('Z', '.000Z'));
    expect(new Set(times.map((time) => time.slice(0, 4)))).toEqual(new Set(['2024', '2025']));
  });

  it('fits the lengths that are allowed', () => {
    expect(text({ minLength: 40 })).toMatch(/^gentle lantern(?: [a-z]+)+$/);
    expect(text({ minLength: 40 })?.length).toBeGreaterThanOrEqual(40);
    expect(text({ minLength: 14, maxLength: 14 })).toBe('gentle lantern');
    expect(text({ maxLength: 4 })).toBe('gent');
    expect(text({ maxLength: 0 })).toBe('');
    expect(text({ pattern: '^x{3}$', format: 'date' })).toBe('xxx');
    expect(text({ pattern: '(?=x)' })).toBeNull();
  });
});
