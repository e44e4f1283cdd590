import { type Json, type Pair, pad } from './draws.js';
import {
  clock,
  coin,
  digits,
  ending,
  firm,
  folders,
  isoDay,
  type Maker,
  noun,
  number,
  plain,
  state,
  street,
  top,
  town,
  varied,
} from './formats-draws.js';

interface Address {
  readonly house: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}
const address = (name: string, output: (where: Address) => Json): Maker =>
  plain(name, (draw): Pair => {
    const where = {
      house: number(draw, 4),
      street: street(draw),
      city: town(draw),
      state: state(draw),
      zip: digits(draw, 5),
    };
    return {
      input: `${where.house} ${where.street}, ${where.city}, ${where.state} ${where.zip}`,
      output: output(where),
    };
  });
const place = (name: string, output: (city: string, land: string, zip: string) => Json): Maker =>
  plain(name, (draw): Pair => {
    const [city, land, zip] = [town(draw), state(draw), digits(draw, 5)];
    return { input: `${city}, ${land} ${zip}`, output: output(city, land, zip) };
  });

/** Postal addresses. */
export const PLACES: readonly Maker[] = [
  address('zip code', ({ zip }) => zip),
  address('city of an address', ({ city }) => city),
  address('state of an address', (where) => where.state),
  address('house number', ({ house }) => house),
  address('street without its number', (where) => where.street),
  address('street and number', (where) => `${where.house} ${where.street}`),
  place('city', (city) => city),
  place('state', (_city, land) => land),
  place('city and state', (city, land) => `${city}, ${land}`),
  place('city and zip', (city, _land, zip) => `${zip} ${city}`),
  plain('columns: city, state zip', (draw): Pair => {
    const [city, land, zip] = [town(draw), state(draw), digits(draw, 5)];
    return { input: { city, state: land, zip }, output: `${city}, ${land} ${zip}` };
  }),
  plain('columns: university and city', (draw): Pair => {
    const [university, city] = [`University of ${town(draw)}`, town(draw)];
    return { input: { university, city }, output: `${university}, ${city}` };
  }),
  plain('country in brackets after the city', (draw): Pair => {
    const [city, land] = [town(draw), state(draw)];
    return { input: `${city} (${land})`, output: `${city}, ${land}` };
  }),
];

interface File {
  readonly parts: readonly string[];
  readonly base: string;
  readonly end: string;
}
const path = (name: string, mark: string, root: string, output: (file: File) => Json): Maker =>
  plain(name, (draw): Pair => {
    const file = {
      parts: folders(draw),
      base: noun(draw) + (coin(draw) ? number(draw, 2) : ''),
      end: ending(draw),
    };
    return { input: root + [...file.parts, `${file.base}.${file.end}`].join(mark), output: output(file) };
  });
const url = (
  name: string,
  output: (address: { scheme: string; host: string; parts: readonly string[] }) => Json,
): Maker =>
  plain(name, (draw): Pair => {
    const [scheme, host, parts] = [
      draw.pick(['http', 'https']),
      `www.${firm(draw)}.${top(draw)}`,
      folders(draw),
    ];
    return { input: `${scheme}://${host}/${parts.join('/')}`, output: output({ scheme, host, parts }) };
  });

/** Files, paths and addresses in the net. */
export const PATHS: readonly Maker[] = [
  path('file of a path', '/', '/', ({ base, end }) => `${base}.${end}`),
  path('extension of a path', '/', '/', ({ end }) => end),
  path('file without its extension', '/', '/', ({ base }) => base),
  path('folder of a path', '/', '/', ({ parts }) => `/${parts.join('/')}`),
  path('top folder', '/', '/', ({ parts }) => parts[0] ?? ''),
  path('innermost folder', '/', '/', ({ parts }) => parts.at(-1) ?? ''),
  path('file of a Windows path', '\\', 'C:\\', ({ base, end }) => `${base}.${end}`),
  path(
    'Windows path → slashes',
    '\\',
    'C:\\',
    ({ parts, base, end }) => `/${[...parts, `${base}.${end}`].join('/')}`,
  ),
  varied(
    (end) => `another extension: ${end}`,
    ['bak', 'html', 'zip'],
    (end) =>
      (draw): Pair => {
        const base = noun(draw) + number(draw, 2);
        return { input: `${base}.${ending(draw)}`, output: `${base}.${end}` };
      },
  ),
  plain('file with its number before the extension', (draw): Pair => {
    const [base, end, count] = [noun(draw), ending(draw), number(draw, 2)];
    return { input: { file: `${base}.${end}`, version: count }, output: `${base}_v${count}.${end}` };
  }),
  url('host of a URL', ({ host }) => host),
  url('URL without its scheme', ({ host, parts }) => `${host}/${parts.join('/')}`),
  url('last part of a URL', ({ parts }) => parts.at(-1) ?? ''),
  url('domain without www', ({ host }) => host.slice(4)),
  plain('value in a query', (draw): Pair => {
    const [id, page] = [number(draw, 5), number(draw, 2)];
    return { input: `https://${firm(draw)}.${top(draw)}/${noun(draw)}?id=${id}&page=${page}`, output: id };
  }),
  plain('https:// if missing', (draw): Pair => {
    const host = `${firm(draw)}.${top(draw)}`;
    return { input: coin(draw) ? host : `https://${host}`, output: `https://${host}` };
  }),
];

/** Times of day, and stamps with a day. */
export const TIMES: readonly Maker[] = [
  varied<'hours' | 'minutes' | 'seconds'>(
    (part) => `${part} of a time`,
    ['hours', 'minutes', 'seconds'],
    (part) =>
      (draw): Pair => {
        const time = `${clock(draw)}:${pad(draw.integer(0, 59), 2)}`;
        return { input: time, output: time.split(':')[['hours', 'minutes', 'seconds'].indexOf(part)] ?? '' };
      },
  ),
  plain('time of a stamp', (draw): Pair => {
    const time = clock(draw);
    return { input: `${isoDay(draw)}T${time}:${pad(draw.integer(0, 59), 2)}Z`, output: time };
  }),
  plain('day of a stamp', (draw): Pair => {
    const day = isoDay(draw);
    return { input: `${day} ${clock(draw)}`, output: day };
  }),
  plain('morning or afternoon', (draw): Pair => {
    const half = draw.pick(['AM', 'PM']);
    return { input: `${draw.integer(1, 12)}:${pad(draw.integer(0, 59), 2)} ${half}`, output: half };
  }),
  plain('columns: span of times', (draw): Pair => {
    const [start, end] = [clock(draw), clock(draw)];
    return { input: { start, end }, output: `${start}–${end}` };
  }),
];
