import { describe, expect, it } from 'vitest';
import type { Json } from '../../../core/index.js';
import type { RestParameter } from '../rest-operation.js';
import { pageOf } from './list-query.js';

const goods = [
  { id: 1, name: 'Pen', unitPrice: 2, tags: ['blue'], madeIn: null },
  { id: 2, name: 'Book', unitPrice: 40, tags: [], madeIn: 'Rome' },
  { id: 3, name: 'Ink', unitPrice: 7, tags: ['blue', 'red'], madeIn: 'Oslo' },
  { id: 4, name: 'Penknife', unitPrice: 7, tags: ['red'], madeIn: null },
];
const members = new Set(['id', 'name', 'unitPrice', 'tags', 'madeIn']);

function page(query: Readonly<Record<string, Json>>): ReturnType<typeof pageOf> {
  const values = new Map<RestParameter, Json>();
  for (const [name, value] of Object.entries(query)) {
    const parameter: RestParameter = {
      name,
      in: 'query',
      argument: name,
      required: false,
      schema: {},
      style: 'form',
      explode: true,
      json: false,
    };
    values.set(parameter, value);
  }
  return pageOf(goods, [...values.keys()], values, members);
}

describe('a list answers its query', () => {
  it.each<[Readonly<Record<string, Json>>, readonly number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ name: 'Ink' }, [3]],
    [{ unit_price: 7 }, [3, 4]],
    [{ UNITPRICE: '7' }, [3, 4]],
    [{ tags: 'blue' }, [1, 3]],
    [{ id: [1, 4] }, [1, 4]],
    [{ min_unit_price: 7 }, [2, 3, 4]],
    [{ q: 'pen' }, [1, 4]],
    [{ sort: 'unitPrice' }, [1, 3, 4, 2]],
    [{ sort: '-unit_price' }, [2, 3, 4, 1]],
    [{ order_by: 'name', order: 'DESC' }, [4, 1, 3, 2]],
    [{ sort: 'madeIn' }, [3, 2, 1, 4]],
    [{ sort: 'colour' }, [1, 2, 3, 4]],
    [{ limit: 2, offset: 1 }, [2, 3]],
    [{ per_page: 3, page: 2 }, [4]],
    [{ limit: -1, unknown: 'x' }, [1, 2, 3, 4]],
    [{ max_unit_price: 7 }, [1, 3, 4]],
    [{ maxUnitPrice: 2 }, [1]],
    [{ min_name: 'Pen' }, [1, 4]],
    [{ max_id: '10' }, [1]],
    [{ min_madeIn: 'P' }, [2]],
    [{ min_colour: 1 }, [1, 2, 3, 4]],
    [{ id: '2' }, [2]],
    [{ madeIn: 'null' }, []],
    [{ q: '' }, [1, 2, 3, 4]],
    [{ query: 'ROME' }, [2]],
    [{ search: '7' }, []],
    [{ sort: '+unitPrice' }, [1, 3, 4, 2]],
    [{ sort: '-madeIn' }, [2, 3, 1, 4]],
    [{ sortBy: 'name', sort_dir: 'descending' }, [4, 1, 3, 2]],
    [{ sort: 'name', direction: 'up' }, [2, 3, 1, 4]],
    [{ sort: 3 }, [1, 2, 3, 4]],
    [{ page_size: 1, pageNumber: 3 }, [3]],
    [{ max_results: 1, skip: 2 }, [3]],
    [{ top: 1, start: 1 }, [2]],
    [{ limit: 0 }, []],
    [{ limit: 1.5 }, [1, 2, 3, 4]],
    [{ limit: 1, page: 0 }, [1]],
    [{ limit: 1, page: 3, offset: 1 }, [2]],
    [{ offset: 9 }, []],
    [{ '': 'x', '-': 'x' }, [1, 2, 3, 4]],
  ])('%j gives %j', (query, ids) => {
    expect(page(query).items.map(({ id }) => id)).toEqual(ids);
  });

  it('takes the defaults of query parameters, and nothing from other places', () => {
    const parameter = { argument: '', required: false, style: 'form', explode: true, json: false };
    const [limit, header]: RestParameter[] = [
      { ...parameter, name: 'limit', in: 'query', schema: { default: 2 } },
      { ...parameter, name: 'id', in: 'header', schema: { default: 4 } },
    ];
    if (limit === undefined || header === undefined) throw new Error('no parameters');
    const none = new Map<RestParameter, Json>();
    expect(pageOf(goods, [limit, header], none, members).items).toEqual(goods.slice(0, 2));
    expect(pageOf(goods, [limit], new Map([[limit, 3]]), members).items).toEqual(goods.slice(0, 3));
  });

  it('counts what matches, whatever the page', () => {
    expect(page({ unit_price: 7, limit: 1 })).toMatchObject({ total: 2, limit: 1, offset: 0 });
    expect(page({})).toMatchObject({ total: 4, limit: 1_000, offset: 0 });
    expect(page({ page_size: 3, page: 2 })).toMatchObject({ total: 4, limit: 3, offset: 3 });
  });
});
