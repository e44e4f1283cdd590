import type { JsonObject, RandomStream } from '../../../core/index.js';
import { startOf } from '../../../core/internal.js';
import { samplePattern } from './sample-pattern.js';

const ADJECTIVES =
  'amber brisk calm clever copper coral early gentle golden green humble ivory jade lively lucky mellow noble pale plain quiet rapid silver steady warm'.split(
    ' ',
  );
const NOUNS =
  'anchor badger bridge cedar comet falcon fern harbor hazel heron island kettle lantern maple meadow otter pebble piano river robin saddle thistle tulip willow'.split(
    ' ',
  );

/** Text for a schema and the name of the member that it is for; null where none can be drawn. */
export function sampleText(schema: JsonObject, name: string, random: RandomStream): string | null {
  if (typeof schema.pattern === 'string') return samplePattern(schema.pattern, random);
  const text = FORMATS[String(schema.format)]?.(random) ?? words(name, random);
  return fitted(text, schema, random);
}

type Format = (random: RandomStream) => string;

const FORMATS: Readonly<Record<string, Format>> = {
  date,
  'date-time': (random) => `${date(random)}T${time(random)}Z`,
  time: (random) => `${time(random)}Z`,
  email: (random) => `${pair(random, '.')}.${random.integer(1, 9_999)}@example.com`,
  uuid,
  uri: (random) => `https://example.com/${pair(random, '/')}`,
  url: (random) => `https://example.com/${pair(random, '/')}`,
  'uri-reference': (random) => `/${pair(random, '/')}`,
  hostname: (random) => `${random.pick(NOUNS)}.example.com`,
  ipv4: (random) => `192.0.2.${random.integer(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`,
  byte: (random) => Buffer.from(pair(random, ' ')).toString('base64'),
  duration: (random) => `PT${random.integer(1, 48)}H`,
};

function date(random: RandomStream): string {
  const day = Date.UTC(2024, 0, 1) + random.integer(0, 729) * 86_400_000;
  return new Date(day).toISOString().slice(0, 10);
}

function time(random: RandomStream): string {
  return [random.integer(0, 23), random.integer(0, 59), random.integer(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function uuid(random: RandomStream): string {
  const digits = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16));
  digits[12] = '4';
  digits[16] = random.pick(['8', '9', 'a', 'b']);
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function pair(random: RandomStream, between: string): string {
  return `${random.pick(ADJECTIVES)}${between}${random.pick(NOUNS)}`;
}

function words(name: string, random: RandomStream): string {
  if (/(?:^|_)(?:name|title|label|city|street)$/i.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) {
    return pair(random, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  }
  if (/(?:code|slug|sku|key)$/i.test(name)) return `${pair(random, '-')}-${random.integer(1, 99)}`;
  return pair(random, ' ');
}

function fitted(text: string, schema: JsonObject, random: RandomStream): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  let grown = text;
  while (grown.length < least && grown.length < 100_000) grown += ` ${random.pick(NOUNS)}`;
  return grown.length > most ? startOf(grown, Math.max(most, 0)) : grown;
}
