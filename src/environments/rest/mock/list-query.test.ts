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
    [{ unitPriceMax: 7 }, [1, 3, 4]],
    [{ unit_price_gt: 7 }, [2]],
    [{ unit_price_lt: 7 }, [1]],
    [{ madeIn_gte: 'P' }, [2]],
    [{ q: 'pen' }, [1, 4]],
    [{ sort: 'unitPrice' }, [1, 3, 4, 2]],
    [{ sort: '-unit_price' }, [2, 3, 4, 1]],
    [{ sort: 'name:desc' }, [4, 1, 3, 2]],
    [{ order_by: 'name', order: 'DESC' }, [4, 1, 3, 2]],
    [{ sort: 'madeIn' }, [3, 2, 1, 4]],
    [{ sort: 'colour' }, [1, 2, 3, 4]],
    [{ limit: 2, offset: 1 }, [2, 3]],
    [{ per_page: 3, page: 2 }, [4]],
    [{ limit: -1, unknown: 'x' }, [1, 2, 3, 4]],
  ])('%j gives %j', (query, ids) => {
    expect(page(query).items.map(({ id }) => id)).toEqual(ids);
  });

  it('counts what matches, whatever the page', () => {
    expect(page({ unit_price: 7, limit: 1 })).toMatchObject({ total: 2, limit: 1, offset: 0 });
    expect(page({ page_size: 3, page: 2 })).toMatchObject({ total: 4, limit: 3, offset: 3 });
  });
});
