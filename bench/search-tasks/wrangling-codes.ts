/** Columns of paths, versions, logs, codes, links and settings. */
import type { Draw } from './draws.js';
import { type Columns, digits, fixed, letters, row, two } from './spreadsheets-draws.js';
import { DOMAINS, PHRASES, perhaps, SITES, TERMS, terms, upperFirst } from './wrangling-draws.js';

const ENDINGS = ['txt', 'csv', 'jpeg', 'pdf', 'py', 'md', 'xlsx', 'tar.gz'];
const SIMPLE = ENDINGS.slice(0, -1);

const folders = (draw: Draw): string[] => ['home', ...terms(draw, 1, 3)];
const stem = (draw: Draw): string => terms(draw, 1, 3).join(draw.pick(['_', '-', ' ']));
const version = (draw: Draw): [number, number, number] => [
  draw.integer(0, 12),
  draw.integer(0, 30),
  draw.integer(0, 40),
];

const logged = (draw: Draw) => {
  const day = `${draw.integer(2019, 2025)}-${two(draw.integer(1, 12))}-${two(draw.integer(1, 28))}`;
  const time = `${two(draw.integer(0, 23))}:${two(draw.integer(0, 59))}:${two(draw.integer(0, 59))}`;
  const level = draw.pick(['INFO', 'WARN', 'ERROR', 'DEBUG']);
  const module = terms(draw, 1, 2).join('.');
  const message = `${draw.pick(PHRASES)}${perhaps(draw, `: ${draw.integer(1, 999)}`)}`;
  return { day, time, level, module, message, text: `${day} ${time} [${level}] ${module} - ${message}` };
};

const visited = (draw: Draw) => {
  const address = Array.from({ length: 4 }, () => draw.integer(1, 254)).join('.');
  const path = `/${terms(draw, 1, 3).join('/')}`;
  const status = draw.pick([200, 201, 301, 404, 500]);
  const size = draw.integer(10, 99_999);
  const at = `${two(draw.integer(1, 28))}/Mar/${draw.integer(2019, 2025)}:${two(draw.integer(0, 23))}:10:05`;
  const text = `${address} - - [${at}] "${draw.pick(['GET', 'POST'])} ${path} HTTP/1.1" ${status} ${size}`;
  return { address, path, status, size, text };
};

const link = (draw: Draw) => {
  const host = `${draw.pick(SITES)}.${draw.pick(DOMAINS)}`;
  const site = `${perhaps(draw, 'www.')}${host}`;
  const path = terms(draw, 1, 3);
  const scheme = draw.pick(['http', 'https']);
  return { host, path, scheme, text: `${scheme}://${site}/${path.join('/')}` };
};

export const codes: Columns = {
  'file name of a path': fixed((draw) => {
    const file = `${stem(draw)}.${draw.pick(ENDINGS)}`;
    return row(`/${folders(draw).join('/')}/${file}`, file);
  }),
  'ending of a path': fixed((draw) => {
    const ending = draw.pick(SIMPLE);
    return row(`${folders(draw).join('/')}/${stem(draw)}.${ending}`, ending);
  }),
  'bare name of a Windows path': fixed((draw) => {
    const bare = stem(draw);
    return row(`C:\\${folders(draw).join('\\')}\\${bare}.${draw.pick(SIMPLE)}`, bare);
  }),
  'folder of a path': fixed((draw) => {
    const path = folders(draw).join('/');
    return row(`/${path}/${stem(draw)}.${draw.pick(SIMPLE)}`, `/${path}`);
  }),
  'Windows path to a Unix path': fixed((draw) => {
    const parts = [...folders(draw), `${stem(draw)}.${draw.pick(SIMPLE)}`];
    return row(`C:\\${parts.join('\\')}`, `/${parts.join('/')}`);
  }),
  'other ending': fixed((draw) => {
    const bare = stem(draw);
    return row(`${bare}.${draw.pick(SIMPLE)}`, `${bare}.bak`);
  }),
  'depth of a path': fixed((draw) => {
    const parts = folders(draw);
    return row(`/${parts.join('/')}`, parts.length);
  }),
  'minor version': fixed((draw) => {
    const [major, minor, patch] = version(draw);
    return row(`v${major}.${minor}.${patch}${perhaps(draw, '-beta')}`, `${major}.${minor}`);
  }),
  'next patch': fixed((draw) => {
    const [major, minor, patch] = version(draw);
    return row(`${major}.${minor}.${patch}`, `${major}.${minor}.${patch + 1}`);
  }),
  'version of even width': fixed((draw) => {
    const parts = version(draw);
    return row(parts.join('.'), parts.map(two).join('.'));
  }),
  'level of a log line': fixed((draw) => {
    const { level, text } = logged(draw);
    return row(text, level);
  }),
  'message of a log line': fixed((draw) => {
    const { message, text } = logged(draw);
    return row(text, message);
  }),
  'hour of a log line': fixed((draw) => {
    const { time, text } = logged(draw);
    return row(text, Number(time.slice(0, 2)));
  }),
  'short log line': fixed((draw) => {
    const { level, time, message, text } = logged(draw);
    return row(text, `${time} ${level}: ${message}`);
  }),
  'path of an access log': fixed((draw) => {
    const { path, text } = visited(draw);
    return row(text, path);
  }),
  'status of an access log': fixed((draw) => {
    const { status, text } = visited(draw);
    return row(text, status);
  }),
  'hidden end of an address': fixed((draw) => {
    const { address } = visited(draw);
    return row(address, `${address.split('.').slice(0, 3).join('.')}.x`);
  }),
  'size in a product code': fixed((draw) => {
    const size = draw.pick(['S', 'M', 'L', 'XL', 'XXL']);
    return row(`${letters(draw, draw.integer(2, 4))}-${draw.integer(10, 9999)}-${size}`, size);
  }),
  'letters before digits': fixed((draw) => {
    const head = letters(draw, draw.integer(1, 5));
    return row(`${head}${draw.integer(1, 99_999)}`, head);
  }),
  'number of an invoice': fixed((draw) => {
    const number = draw.integer(1, 9) * draw.pick([1, 10, 100, 1000]) + draw.integer(0, 9);
    return row(`INV-${String(number).padStart(6, '0')}`, number);
  }),
  'code from a record': fixed((draw) => {
    const category = draw.pick(TERMS);
    const number = draw.integer(1, 9999);
    return row(
      { category, number },
      `${category.slice(0, 2).toUpperCase()}-${String(number).padStart(4, '0')}`,
    );
  }),
  'card number in fours': fixed((draw) => {
    const blocks = Array.from({ length: 4 }, () => digits(draw, 4));
    return row(blocks.join(''), blocks.join(' '));
  }),
  'last four of a card': fixed((draw) => {
    const blocks = Array.from({ length: 4 }, () => digits(draw, 4));
    return row(blocks.join('-'), `**** **** **** ${blocks[3]}`);
  }),
  'digits of an ISBN': fixed((draw) => {
    const parts = [
      draw.pick(['978', '979']),
      digits(draw, 1),
      digits(draw, 4),
      digits(draw, 4),
      digits(draw, 1),
    ];
    return row(`ISBN ${parts.join('-')}`, parts.join(''));
  }),
  'address of a network card': fixed((draw) => {
    const pairs = Array.from({ length: 6 }, () => draw.integer(0, 255).toString(16).padStart(2, '0'));
    return row(pairs.join(''), pairs.join(':').toUpperCase());
  }),
  'host of a link': fixed((draw) => {
    const { host, text } = link(draw);
    return row(text, host);
  }),
  'scheme of a link': fixed((draw) => {
    const { scheme, text } = link(draw);
    return row(text, scheme);
  }),
  'last part of a link': fixed((draw) => {
    const { path, text } = link(draw);
    return row(`${text}${perhaps(draw, '/')}`, path.at(-1) ?? '');
  }),
  'page number in a link': fixed((draw) => {
    const page = draw.integer(1, 300);
    return row(`${link(draw).text}?page=${page}${perhaps(draw, `&sort=${draw.pick(TERMS)}`)}`, page);
  }),
  'title of a slug': fixed((draw) => {
    const parts = terms(draw, 2, 4);
    return row(`/blog/${draw.integer(2015, 2025)}/${parts.join('-')}`, parts.map(upperFirst).join(' '));
  }),
  'slug of a title': fixed((draw) => {
    const parts = terms(draw, 2, 5);
    return row(parts.map(upperFirst).join(' ') + draw.pick(['', '!', '?']), parts.join('-'));
  }),
  'repository of a clone address': fixed((draw) => {
    const [owner = '', repository = ''] = terms(draw, 2, 2);
    return row(`git@github.com:${owner}/${repository}.git`, `${owner}/${repository}`);
  }),
  'value of a setting': fixed((draw) => {
    const value = draw.pick([draw.pick(TERMS), String(draw.integer(1, 9000)), 'true']);
    const gap = draw.pick(['', ' ']);
    return row(`${draw.pick(TERMS).toUpperCase()}${gap}=${gap}${value}`, value);
  }),
  'fourth cell of a line': fixed((draw) => {
    const cells = [...terms(draw, 5, 5)].map((term) => draw.pick([term, upperFirst(term), '']));
    return row(cells.join(';'), cells[3] ?? '');
  }),
};
