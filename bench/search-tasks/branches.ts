import { CITIES, type Draw, FIRST, LAST, MONTHS, pad, WORDS } from './draws.js';
import type { DrawnTask } from './lists.js';

/** Texts of one kind, and what people make of them. */
interface Kind {
  readonly name: string;
  /** The parts of one text. */
  readonly draw: (draw: Draw) => readonly string[];
  readonly write: (parts: readonly string[]) => string;
  readonly forms: readonly ((parts: readonly string[]) => string)[];
}

const at = (parts: readonly string[], place: number): string => parts[place] ?? '';
const digits = (draw: Draw, length: number): string =>
  Array.from({ length }, () => String(draw.integer(0, 9))).join('');
const names = (draw: Draw): readonly string[] => [draw.pick(FIRST), draw.pick(LAST)];
const day = (draw: Draw): readonly string[] => [
  String(draw.integer(1990, 2029)),
  pad(draw.integer(1, 12), 2),
  pad(draw.integer(1, 28), 2),
];
const phone = (draw: Draw): readonly string[] => [digits(draw, 3), digits(draw, 3), digits(draw, 4)];
const lower = (draw: Draw): string => draw.pick(WORDS).toLowerCase();

const NAME_FORMS: Kind['forms'] = [
  (parts) => `${at(parts, 0)} ${at(parts, 1)}`,
  (parts) => `${at(parts, 1)}, ${at(parts, 0)}`,
  (parts) => `${at(parts, 0).slice(0, 1)}. ${at(parts, 1)}`,
  (parts) => at(parts, 1).toUpperCase(),
];
const DAY_FORMS: Kind['forms'] = [
  (parts) => parts.join('-'),
  (parts) => [...parts].reverse().join('.'),
  (parts) => `${at(parts, 1)}/${at(parts, 0)}`,
];
const PHONE_FORMS: Kind['forms'] = [
  (parts) => parts.join('-'),
  (parts) => parts.join('.'),
  (parts) => parts.join(''),
  (parts) => `(${at(parts, 0)}) ${at(parts, 1)}-${at(parts, 2)}`,
];
const PRICE_FORMS: Kind['forms'] = [
  (parts) => `${at(parts, 0)} EUR`,
  (parts) => `${at(parts, 0)}`,
  (parts) => `€ ${at(parts, 0)}`,
];

/** Kinds that stand together in one column, and are to come out in one form. */
const FAMILIES: readonly (readonly Kind[])[] = [
  [
    { name: 'Ada Lovelace', draw: names, write: (parts) => parts.join(' '), forms: NAME_FORMS },
    { name: 'Lovelace, Ada', draw: names, write: ([a, b]) => `${b}, ${a}`, forms: NAME_FORMS },
    { name: 'ada.lovelace', draw: names, write: ([a, b]) => `${a}.${b}`, forms: NAME_FORMS },
    { name: 'Dr. Ada Lovelace', draw: names, write: ([a, b]) => `Dr. ${a} ${b}`, forms: NAME_FORMS },
    { name: 'LOVELACE Ada', draw: names, write: ([a, b]) => `${b} (${a})`, forms: NAME_FORMS },
  ],
  [
    { name: '2024-03-07', draw: day, write: (parts) => parts.join('-'), forms: DAY_FORMS },
    { name: '07.03.2024', draw: day, write: (parts) => [...parts].reverse().join('.'), forms: DAY_FORMS },
    { name: '03/07/2024', draw: day, write: ([y, m, d]) => `${m}/${d}/${y}`, forms: DAY_FORMS },
    { name: '20240307', draw: day, write: (parts) => parts.join(''), forms: DAY_FORMS },
  ],
  [
    { name: '555-123-4567', draw: phone, write: (parts) => parts.join('-'), forms: PHONE_FORMS },
    { name: '(555) 123-4567', draw: phone, write: ([a, b, c]) => `(${a}) ${b}-${c}`, forms: PHONE_FORMS },
    { name: '5551234567', draw: phone, write: (parts) => parts.join(''), forms: PHONE_FORMS },
    { name: '+1 555 123 4567', draw: phone, write: (parts) => `+1 ${parts.join(' ')}`, forms: PHONE_FORMS },
  ],
  [
    {
      name: '12 EUR',
      draw: (draw) => [String(draw.integer(1, 999))],
      write: ([n]) => `${n} EUR`,
      forms: PRICE_FORMS,
    },
    {
      name: '€12',
      draw: (draw) => [String(draw.integer(1, 999))],
      write: ([n]) => `€${n}`,
      forms: PRICE_FORMS,
    },
    {
      name: '12 euros',
      draw: (draw) => [String(draw.integer(1, 999))],
      write: ([n]) => `${n} euros`,
      forms: PRICE_FORMS,
    },
  ],
];

/** Kinds of which one is changed and the other one left as it is, or changed in its own way. */
const OTHERS: readonly Kind[] = [
  {
    name: 'title: subtitle',
    draw: (draw) => [`${draw.pick(WORDS)} ${lower(draw)}`, draw.pick(CITIES)],
    write: (parts) => parts.join(': '),
    forms: [(parts) => at(parts, 1), (parts) => `${at(parts, 0)} (${at(parts, 1)})`],
  },
  {
    name: 'title',
    draw: (draw) => [draw.pick(WORDS), lower(draw)],
    write: (parts) => parts.join(' '),
    forms: [(parts) => parts.join(' '), (parts) => parts.join(' ').toUpperCase(), (parts) => at(parts, 0)],
  },
  {
    name: '12 Main Street',
    draw: (draw) => [String(draw.integer(1, 300)), `${draw.pick(CITIES)} Street`],
    write: (parts) => parts.join(' '),
    forms: [(parts) => `${at(parts, 1)} ${at(parts, 0)}`, (parts) => at(parts, 1)],
  },
  {
    name: '@handle',
    draw: (draw) => [lower(draw)],
    write: ([name]) => `@${name}`,
    forms: [([name]) => `user ${name}`, ([name]) => at([name ?? ''], 0)],
  },
  {
    name: 'mail',
    draw: (draw) => [lower(draw), lower(draw)],
    write: ([name, host]) => `${name}@${host}.org`,
    forms: [([name]) => `user ${name}`, ([, host]) => `${host}.org`],
  },
  {
    name: 'file.txt',
    draw: (draw) => [lower(draw), draw.pick(['txt', 'csv', 'pdf'])],
    write: (parts) => parts.join('.'),
    forms: [(parts) => at(parts, 1).toUpperCase(), (parts) => at(parts, 0)],
  },
  {
    name: 'March 2024',
    draw: (draw) => [draw.pick(MONTHS), String(draw.integer(1990, 2029))],
    write: (parts) => parts.join(' '),
    forms: [(parts) => `${at(parts, 1)} ${at(parts, 0).slice(0, 3)}`, (parts) => at(parts, 1)],
  },
  {
    name: 'AX12',
    draw: (draw) => [draw.pick(['AX', 'QZ', 'KLM']), digits(draw, 3)],
    write: (parts) => parts.join(''),
    forms: [(parts) => parts.join('').toLowerCase(), (parts) => `#${parts.join('')}`],
  },
];

/** What a text of each of two kinds becomes. */
function drawKinds(draw: Draw): readonly (readonly [Kind, (parts: readonly string[]) => string])[] {
  if (draw.integer(0, 1) === 0) {
    const kinds = draw.sample(draw.pick(FAMILIES), 2);
    const form = draw.integer(0, (kinds[0]?.forms.length ?? 1) - 1);
    return kinds.map((kind) => [kind, kind.forms[form] ?? kind.write]);
  }
  const [changed, other] = draw.sample(OTHERS, 2) as [Kind, Kind];
  const isLeft = draw.integer(0, 2) > 0;
  return [
    [changed, draw.pick(changed.forms)],
    [other, isLeft ? other.write : draw.pick(other.forms)],
  ];
}

/** Texts of two kinds in one column, each with a rule of its own: one of either kind in turn. */
export function drawBranchTask(draw: Draw): DrawnTask {
  const kinds = drawKinds(draw);
  const sample = kinds.map(([kind, form]) => {
    const parts = kind.draw(draw);
    return `${kind.write(parts)} → ${form(parts)}`;
  });
  let turn = 0;
  return {
    name: sample.join(' | '),
    make: (from) => {
      const [kind, form] = kinds[turn++ % 2] ?? from.pick(kinds);
      const parts = kind.draw(from);
      return { input: kind.write(parts), output: form(parts) };
    },
  };
}
