import { defineOptions, option, RandomStream } from '../../../core/index.js';
import type { SqlContent, SqlInitialValue } from '../../../environments/index.js';

const FIRST = [
  'Ada',
  'Ben',
  'Clara',
  'David',
  'Emma',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kira',
  'Liam',
  'Mona',
  'Nils',
  'Olga',
  'Paul',
];
const LAST = [
  'Adler',
  'Brandt',
  'Costa',
  'Dumas',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Hansen',
  'Ito',
  'Jansen',
  'Keller',
  'Lopez',
];
const PLACES = ['Bern', 'Lyon', 'Oslo', 'Porto', 'Vienna', 'Turin', 'Ghent', 'Malmö'];
const KINDS = ['tea', 'coffee', 'chocolate', 'spice', 'nut', 'dried fruit'];
const ADJECTIVES = ['Green', 'Dark', 'Wild', 'Golden', 'Smoked', 'Mild', 'Royal', 'Alpine'];
const THINGS = ['Leaf', 'Bean', 'Bar', 'Blend', 'Mix', 'Harvest', 'Reserve'];
const STATUSES = ['open', 'paid', 'shipped', 'returned'];
const TIERS = ['basic', 'plus', 'business'];

/** Which shop {@link sampleShop} makes up. */
export interface SampleShopOptions {
  readonly seed: number;
  /** Number of orders; the other tables follow. Default 120. */
  readonly orders?: number;
}

const checkOptions = defineOptions<SampleShopOptions>()('sampleShop', {
  seed: option.required(option.integer),
  orders: option.wholeNumber(0),
});

/**
 * A made-up shop as the content of an SQL world: customers, products, orders and what was ordered. Another seed gives
 * other rows in the same tables.
 */
export function sampleShop(options: SampleShopOptions): SqlContent {
  const { seed, orders = 120 } = checkOptions(options);
  const stream = new RandomStream(seed, 'sample-shop');
  const names = stream.shuffle(FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)));
  const products = stream.shuffle(ADJECTIVES.flatMap((one) => THINGS.map((two) => `${one} ${two}`)));
  const customerCount = Math.min(names.length, Math.max(8, Math.round(orders / 3)));
  const productCount = Math.min(products.length, Math.max(8, Math.round(orders / 4)));
  const list = (count: number, row: (id: number) => readonly SqlInitialValue[]) =>
    Array.from({ length: count }, (_, index) => row(index + 1));
  return {
    tables: [
      {
        name: 'customers',
        columns:
          'id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, tier TEXT NOT NULL, points INTEGER NOT NULL',
        rows: list(customerCount, (id) => [
          id,
          names[id - 1] ?? '',
          stream.pick(PLACES),
          stream.pick(TIERS),
          stream.integer(10, 900),
        ]),
      },
      {
        name: 'products',
        columns:
          'id INTEGER PRIMARY KEY, name TEXT NOT NULL, category TEXT NOT NULL, price REAL NOT NULL, stock INTEGER NOT NULL',
        rows: list(productCount, (id) => [
          id,
          products[id - 1] ?? '',
          stream.pick(KINDS),
          stream.integer(150, 4900) / 100,
          stream.integer(2, 250),
        ]),
      },
      {
        name: 'orders',
        columns:
          'id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), status TEXT NOT NULL, order_date TEXT NOT NULL, shipping_cost REAL NOT NULL',
        rows: list(orders, (id) => [
          id,
          stream.integer(1, customerCount),
          stream.pick(STATUSES),
          `2025-${String(stream.integer(1, 12)).padStart(2, '0')}-${String(stream.integer(1, 28)).padStart(2, '0')}`,
          stream.integer(3, 19) + 0.5 * stream.integer(0, 1),
        ]),
      },
      {
        name: 'order_items',
        columns:
          'id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id), product_id INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL',
        rows: list(orders * 2, (id) => [
          id,
          1 + ((id - 1) % orders),
          stream.integer(1, productCount),
          stream.integer(1, 12),
        ]),
      },
    ],
  };
}
