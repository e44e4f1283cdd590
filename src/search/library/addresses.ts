import { computed, type LibraryEntry } from '../language/library-entry.js';
import { BINDING } from '../language/python-source.js';

/** The end of a file's name; an e-mail address has one like it. */
const FILE = /^[^@]*[A-Za-z0-9]\.[A-Za-z][A-Za-z0-9]{0,4}$/;

/** What stands behind the last slash; undefined for paths with a backslash, which not every platform reads alike. */
function fileName(path: string): string | undefined {
  return path.includes('\\') ? undefined : path.slice(path.lastIndexOf('/') + 1);
}

/** The ending of a file's name with its dot; dots that the name begins with are no ending. */
function fileEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && /[^.]/.test(name.slice(0, dot)) ? name.slice(dot) : '';
}

/** Parts of addresses on the web, of paths of files, and telephone numbers. */
export const addresses: readonly LibraryEntry[] = [
  {
    name: 'host_of_url',
    python: "{0!}.split('://')[-1].split('/')[0]",
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: /:\/\// },
    apply: (value: string) => value.split('://').at(-1)?.split('/')[0],
    variable: 'host',
  },
  {
    name: 'site_of_url',
    python: "{0!}.split('://')[-1].split('/')[0].removeprefix('www.')",
    parameters: [computed('text')],
    result: 'text',
    cost: 2,
    gate: { inputs: /:\/\/www\./ },
    apply: (value: string) =>
      value
        .split('://')
        .at(-1)
        ?.split('/')[0]
        ?.replace(/^www\./, ''),
    variable: 'site',
  },
  {
    name: 'national_number',
    python: "'0' + re.sub(r'^[+][0-9]+ *', '', {0})",
    binding: BINDING.sum,
    imports: ['re'],
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: /^\+[0-9]{1,3} /, outputs: /^0[0-9]/ },
    apply: (value: string) => `0${value.replace(/^\+[0-9]+ */, '')}`,
    variable: 'number',
  },
  {
    name: 'path_of_url',
    python: "'/' + {0!}.split('://')[-1].partition('/')[2].split('?')[0]",
    binding: BINDING.sum,
    parameters: [computed('text')],
    result: 'text',
    cost: 2,
    gate: { inputs: /:\/\// },
    apply: (value: string) => {
      const rest = value.split('://').at(-1) ?? '';
      const slash = rest.indexOf('/');
      return `/${(slash < 0 ? '' : rest.slice(slash + 1)).split('?')[0]}`;
    },
    variable: 'path',
  },
  {
    name: 'query_of_url',
    python: "{0!}.partition('?')[2]",
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: /\?/ },
    apply: (value: string) => (value.includes('?') ? value.slice(value.indexOf('?') + 1) : ''),
    variable: 'query',
  },
  {
    name: 'file_stem',
    python: 'os.path.splitext(os.path.basename({0}))[0]',
    imports: ['os'],
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: FILE },
    apply: (value: string) => {
      const name = fileName(value);
      return name === undefined ? undefined : name.slice(0, name.length - fileEnding(name).length);
    },
    variable: 'name',
  },
  {
    name: 'file_ending',
    python: 'os.path.splitext({0})[1]',
    imports: ['os'],
    parameters: [computed('text')],
    result: 'text',
    cost: 1,
    gate: { inputs: FILE },
    apply: (value: string) => {
      const name = fileName(value);
      return name === undefined ? undefined : fileEnding(name);
    },
    variable: 'ending',
  },
];
