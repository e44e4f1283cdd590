import { FIRST, iso, MONTHS, pad, person, type SearchTask, WORDS, words } from './draws.js';

/** Transformations of text. */
export const textTasks: readonly SearchTask[] = [
  {
    name: 'family name first',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: `${last.toUpperCase()}, ${first[0]}.` };
    },
  },
  {
    name: 'family name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: last };
    },
  },
  {
    name: 'swapped name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${last}, ${first}`, output: `${first} ${last}` };
    },
  },
  {
    name: 'user name',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: `${first} ${last}`, output: `${first[0]}${last}`.toLowerCase() };
    },
  },
  {
    name: 'e-mail of record',
    make: (draw) => {
      const { first, last } = person(draw);
      return { input: { first, last }, output: `${first}.${last}@example.org`.toLowerCase() };
    },
  },
  {
    name: 'host of e-mail',
    make: (draw) => {
      const host = `${draw.pick(WORDS).toLowerCase()}.${draw.pick(['org', 'com', 'net'])}`;
      return { input: `${draw.pick(FIRST)}@${host}`, output: host };
    },
  },
  {
    name: 'day first',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${d}/${m}/${y}` };
    },
  },
  {
    name: 'short date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${d}.${m}.${y.slice(2)}` };
    },
  },
  {
    name: 'written date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${Number(d)} ${MONTHS[Number(m) - 1]} ${y}` };
    },
  },
  {
    name: 'compact date',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${d}/${m}/${y}`, output: `${y}${m}${d}` };
    },
  },
  {
    name: 'decade',
    make: (draw) => {
      const [y, m, d] = iso(draw);
      return { input: `${y}-${m}-${d}`, output: `${y.slice(0, 3)}0s` };
    },
  },
  {
    name: 'slug',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(draw.pick([' ', ', ', ' & '])), output: chosen.join('-').toLowerCase() };
    },
  },
  {
    name: 'initials',
    make: (draw) => {
      const chosen = words(draw);
      return { input: chosen.join(' '), output: chosen.map((word) => word.charAt(0).toUpperCase()).join('') };
    },
  },
  {
    name: 'snake to camel',
    make: (draw) => {
      const chosen = words(draw).map((word) => word.toLowerCase());
      return {
        input: chosen.join('_'),
        output: chosen
          .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
          .join(''),
      };
    },
  },
  {
    name: 'camel to snake',
    make: (draw) => {
      const chosen = words(draw).map((word) => word.toLowerCase());
      return {
        input: chosen
          .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
          .join(''),
        output: chosen.join('_'),
      };
    },
  },
  {
    name: 'title',
    make: (draw) => {
      const chosen = words(draw);
      return {
        input: chosen.join(' '),
        output: chosen.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()).join(' '),
      };
    },
  },
  {
    name: 'longest word',
    make: (draw) => {
      const chosen = draw.sample(
        ['a', 'be', 'cat', 'door', 'eagle', 'falcon', 'giraffe'],
        draw.integer(2, 4),
      );
      return {
        input: chosen.join(' '),
        output: [...chosen].sort((left, right) => right.length - left.length)[0] ?? '',
      };
    },
  },
  {
    name: 'between brackets',
    make: (draw) => {
      const [a = '', b = '', c = ''] = draw.sample(WORDS, 3);
      return { input: `${a} [${b}] ${c}`, output: b };
    },
  },
  {
    name: 'query parameter',
    make: (draw) => {
      const id = draw.integer(1, 9999);
      return {
        input: `https://example.org/${draw.pick(WORDS)}?id=${id}&page=${draw.integer(1, 9)}`,
        output: id,
      };
    },
  },
  {
    name: 'file stem',
    make: (draw) => {
      const stem = draw.pick(WORDS);
      return {
        input: `/${draw.pick(WORDS)}/${draw.pick(WORDS)}/${stem}.${draw.pick(['txt', 'md', 'pdf'])}`,
        output: stem,
      };
    },
  },
  {
    name: 'phone',
    make: (draw) => {
      const [a, b, c] = [draw.integer(200, 999), draw.integer(200, 999), draw.integer(1000, 9999)];
      return { input: `${a}${b}${c}`, output: `(${a}) ${b}-${c}` };
    },
  },
  {
    name: 'digits only',
    make: (draw) => {
      const [a, b] = [draw.integer(10, 99), draw.integer(100, 999)];
      return { input: `+${a} (${b}) ${draw.pick(WORDS)}`, output: `${a}${b}` };
    },
  },
  {
    name: 'masked card',
    make: (draw) => {
      const end = pad(draw.integer(0, 9999), 4);
      return {
        input: `${draw.integer(1000, 9999)} ${draw.integer(1000, 9999)} ${end}`,
        output: `**** ${end}`,
      };
    },
  },
];
