import { RandomStream } from '../../core/index.js';
import type { SqlContent, SqlInitialValue } from '../../environments/index.js';

const CITIES = ['Oslo', 'Lima', 'Pune', 'Turin', 'Quito', 'Ghent', 'Kobe', 'Perth'];
const FIRST_NAMES = [
  'Ada',
  'Bo',
  'Cem',
  'Dora',
  'Emil',
  'Femi',
  'Gita',
  'Hugo',
  'Ines',
  'Jun',
  'Kira',
  'Lars',
];
const LAST_NAMES = ['Abbot', 'Berg', 'Costa', 'Dietz', 'Endo', 'Falk', 'Gupta', 'Horn', 'Ito', 'Jansen'];
const PRODUCTS = [
  'lamp',
  'desk',
  'chair',
  'shelf',
  'clock',
  'kettle',
  'rug',
  'mirror',
  'stool',
  'vase',
  'bench',
  'frame',
];
const DEPARTMENTS = ['sales', 'support', 'finance', 'engineering', 'logistics'];
const STATUSES = ['open', 'paid', 'shipped', 'returned'];

/** The rows of a small company: what it sells, who buys, who works there. Invented, and the same for the same seed. */
export function companyContent(seed = 0): SqlContent {
  const chance = new RandomStream(seed, 'company');
  const names = chance.shuffle(FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`)));
  const day = (): string =>
    `2026-${String(chance.integer(1, 12)).padStart(2, '0')}-${String(chance.integer(1, 28)).padStart(2, '0')}`;
  const rowsOf = (count: number, row: (id: number) => readonly SqlInitialValue[]) =>
    Array.from({ length: count }, (_, index) => row(index + 1));
  const customers = rowsOf(24, (id) => [id, names[id - 1] as string, chance.pick(CITIES)]);
  const employees = rowsOf(18, (id) => [
    id,
    names[id + 23] as string,
    chance.integer(1, DEPARTMENTS.length),
    chance.integer(28, 96) * 1000,
    day(),
  ]);
  const products = PRODUCTS.map((name, index) => [
    index + 1,
    name,
    chance.integer(5, 300) * 100 - 1,
    chance.integer(0, 40),
  ]);
  const orders = rowsOf(60, (id) => [id, chance.integer(1, 24), day(), chance.pick(STATUSES)]);
  const items = orders.flatMap(([order]) =>
    chance
      .sample(products, chance.integer(1, 3))
      .map(([product, , price]) => [
        order as number,
        product as number,
        chance.integer(1, 5),
        price as number,
      ]),
  );
  return {
    tables: [
      {
        name: 'departments',
        columns: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL',
        rows: DEPARTMENTS.map((name, index) => [index + 1, name]),
      },
      {
        name: 'employees',
        columns:
          'id INTEGER PRIMARY KEY, name TEXT NOT NULL, department INTEGER NOT NULL REFERENCES departments (id), salary INTEGER NOT NULL, hired TEXT NOT NULL',
        rows: employees,
      },
      {
        name: 'customers',
        columns: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL',
        rows: customers,
      },
      {
        name: 'products',
        columns:
          'id INTEGER PRIMARY KEY, name TEXT NOT NULL, price_cents INTEGER NOT NULL, stock INTEGER NOT NULL',
        rows: products,
      },
      {
        name: 'orders',
        columns:
          'id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers (id), placed TEXT NOT NULL, status TEXT NOT NULL',
        rows: orders,
      },
      {
        name: 'order_items',
        columns:
          'order_id INTEGER NOT NULL REFERENCES orders (id), product INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL, price_cents INTEGER NOT NULL, PRIMARY KEY (order_id, product)',
        rows: items,
      },
    ],
  };
}
