import type { SqlTableSchema } from '../../../environments/index.js';
import { isPlural, spaced } from '../words.js';

/** What people write out and names of columns don't. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    abbrev: 'abbreviation',
    acct: 'account',
    addr: 'address',
    amt: 'amount',
    appt: 'appointment',
    avail: 'available',
    avg: 'average',
    cust: 'customer',
    cyl: 'cylinders',
    dept: 'department',
    disp: 'displacement',
    dist: 'distance',
    desc: 'description',
    descr: 'description',
    dob: 'date of birth',
    dt: 'date',
    elev: 'elevation',
    emp: 'employee',
    fname: 'first name',
    freq: 'frequency',
    hp: 'horsepower',
    hrs: 'hours',
    img: 'image',
    lang: 'language',
    lat: 'latitude',
    lname: 'last name',
    lng: 'longitude',
    lon: 'longitude',
    loc: 'location',
    max: 'maximum',
    mgr: 'manager',
    min: 'minimum',
    mins: 'minutes',
    nr: 'number',
    org: 'organization',
    pct: 'percentage',
    percent: 'percentage',
    perc: 'percentage',
    pic: 'picture',
    pop: 'population',
    pos: 'position',
    prod: 'product',
    qty: 'quantity',
    secs: 'seconds',
    tel: 'phone',
    temp: 'temperature',
    trx: 'transaction',
    tot: 'total',
    tx: 'transaction',
    univ: 'university',
    txn: 'transaction',
    wt: 'weight',
    yr: 'year',
    yrs: 'years',
  }),
);

/** Words that names of columns and tables are often run together from, beside those of the schema itself. */
const COMMON = new Set(
  `account address amount annual area author balance birth book booking category city class code color cost count country created
  currency customer daily date day department description detail details email employee end event expectancy family file first
  float form full gender given government grade group guest head hire holder home image initial invoice item job join key
  language last layout length level life limit line link list local location maintenance manager member middle minute model month monthly
  mother music name note number order outlay owner parent pay payment person phone place plan player position post price
  product project quantity rate rating region release rental role room salary sale sales school score season section seller
  sex shop short size staff start state status stock store street student subject surface tax teacher team text ticket time
  title total type unit user percent percentage competitor win sugar body brain wt value vendor version visit weekly weight year yearly zip`.split(
    /\s+/,
  ),
);

/** Words that are one, though they could be cut in two. */
const WHOLE = new Set(
  'birthday classroom homepage lifetime overtime someone timetable username website workplace bookstore datetime'.split(
    ' ',
  ),
);

/** Reads a name of a schema as the words that a person would say. */
export type SchemaWords = (name: string) => string;

/** Reads the names of one schema: its own words tell where names that are run together come apart. */
export function schemaWords(schemas: readonly SqlTableSchema[]): SchemaWords {
  const names = schemas.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]);
  const own = names.flatMap((name) => spaced(name).split(' ')).filter((word) => /^[a-z]{4,}$/.test(word));
  // A name that is run together is itself among them: what it can be cut into is what counts.
  const known = new Set([...COMMON, ...own.filter((word) => word.length < 9)]);
  const said = new Map<string, string>();
  return (name) => {
    const before = said.get(name);
    if (before !== undefined) return before;
    const words = spaced(name)
      .split(' ')
      .flatMap((word) => cut(word, known))
      .map((word) => WRITTEN_OUT.get(word) ?? word);
    const text = numbers(words).join(' ');
    said.set(name, text);
    return text;
  };
}

/** `number of rooms` for `num_rooms`, `employee number` for `emp_no`. */
function numbers([first = '', ...more]: readonly string[]): readonly string[] {
  const isSeveral = isPlural(more.at(-1) ?? '');
  // `temp_max` is the maximum temperature.
  const [measure] = more.slice(-1);
  if (measure !== undefined && /^(?:maximum|minimum|average|mean|median)$/.test(measure)) {
    return [measure, first, ...more.slice(0, -1)];
  }
  const isCounted = /^(?:num|nb|cnt)$/.test(first) || (first === 'no' && (isSeveral || more[0] === 'of'));
  if (more.length > 0 && (isCounted || (first === 'count' && isSeveral))) {
    return more[0] === 'of' ? ['number', ...more] : ['number', ...(isSeveral ? ['of'] : []), ...more];
  }
  const last = more.at(-1);
  if (last === 'no' || last === 'num') return [first, ...more.slice(0, -1), 'number'];
  // `years of service`, `share of population`.
  const isMeasured =
    /^(?:years|months|weeks|days|hours|minutes|share|percentage)$/.test(first) &&
    !/^(?:of|since|in|to|per|at|from|until|before|after|with|old|\d.*)$/.test(more[0] ?? 'of');
  return isMeasured ? [first, 'of', ...more] : [first, ...more];
}

/** The words that a name is run together from: two or three, each of them known; else the name. */
function cut(word: string, known: ReadonlySet<string>): readonly string[] {
  if (word.length < 6 || WHOLE.has(word) || !/^[a-z]+$/.test(word)) return [word];
  return cutInto(word, known, 2) ?? cutInto(word, known, 3) ?? [word];
}

function cutInto(word: string, known: ReadonlySet<string>, parts: number): readonly string[] | null {
  if (parts === 1) return isKnown(word, known) ? [word] : null;
  for (let at = word.length - 2; at >= 3; at--) {
    const first = word.slice(0, at);
    if (!known.has(first)) continue;
    const rest = cutInto(word.slice(at), known, parts - 1);
    if (rest !== null) return [first, ...rest];
  }
  return null;
}

function isKnown(word: string, known: ReadonlySet<string>): boolean {
  return word === 'id' || known.has(word) || (word.endsWith('s') && known.has(word.slice(0, -1)));
}

/** Whether words could be short for others: each begins one of them, in their order: `serv cen` for `service center`. */
export function isShortFor(short: string, long: string): boolean {
  const words = long.split(' ');
  let at = 0;
  return short.split(' ').every((part) => {
    while (at < words.length && !words[at]?.startsWith(part)) at++;
    return part.length > 1 && at++ < words.length;
  });
}
