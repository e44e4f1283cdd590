import type { JsonObject } from '../../../core/index.js';
import type { WorldState } from '../../../environments/index.js';

/** A user of the shop. */
export interface ShopUser extends JsonObject {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly tier: string;
  readonly city: string;
}

/** A product of the shop. */
interface ShopProduct extends JsonObject {
  readonly id: number;
  readonly category: string;
  readonly price: number;
  readonly stock: number;
}

/** An order of a user. */
export interface ShopOrder extends JsonObject {
  readonly id: number;
  readonly user_id: number;
  readonly status: string;
}

/** So many pieces of a product in an order. */
interface ShopItem extends JsonObject {
  readonly id: number;
  readonly order_id: number;
  readonly product_id: number;
  readonly quantity: number;
}

/** What a world of the shop starts with. */
export interface ShopState {
  readonly seed: number;
  readonly users: readonly ShopUser[];
  readonly products: readonly ShopProduct[];
  readonly orders: readonly ShopOrder[];
  readonly items: readonly ShopItem[];
}

/** The facts of a world of the shop, by kind. */
export function shopStateOf(seed: number, state: WorldState): ShopState {
  const all = <T>(prefix: string): readonly T[] =>
    [...state].filter(([name]) => name.startsWith(`${prefix}/`)).map(([, fact]) => fact as T);
  return { seed, users: all('users'), products: all('products'), orders: all('orders'), items: all('items') };
}
