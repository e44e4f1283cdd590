import type { Json, RandomStream } from '../../../core/index.js';
import { counted } from '../../../core/internal.js';
import { NUMBER_ENDINGS, ROUNDED_ENDINGS, say, shown, TEXT_ENDINGS } from '../words.js';
import type { RestDraft } from './rest-draft.js';
import { ask, askAll, askUserId } from './shop-oracle.js';
import type { ShopOrder, ShopState, ShopUser } from './shop-state.js';

/** Makes a task by chance, or null when the draw gave none that makes sense. */
export type ShopTemplate = (shop: ShopState, stream: RandomStream) => RestDraft | null;

const INTEGER = { type: 'integer' } as const;
const NUMBER = { type: 'number' } as const;
const TEXT = { type: 'string' } as const;
const ENDINGS: readonly string[] = ['Change nothing else.', 'Leave everything else as it is.'];

/** A number that a tool answered with; 0 where it gave none. */
function amount(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** A user whose address nobody else has. */
function pickUser({ users }: ShopState, stream: RandomStream): ShopUser | null {
  const user = stream.pick(users);
  return users.filter(({ email }) => email === user.email).length === 1 ? user : null;
}

function ordersOf(shop: ShopState, user: ShopUser, status: string): readonly ShopOrder[] {
  return shop.orders.filter((order) => order.user_id === user.id && order.status === status);
}

const lookUpUser: ShopTemplate = (shop, stream) => {
  const user = pickUser(shop, stream);
  if (user === null) return null;
  const member = stream.pick(['city', 'tier', 'name'] as const);
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [
        `What is the ${member} of the user with the address ${shown(user.email)}?`,
        `Find the ${member} of the user whose address is ${shown(user.email)}.`,
        `A customer writes from ${shown(user.email)}. I need the ${member} that we have on record.`,
      ],
      TEXT_ENDINGS,
    ),
    key: ['user', user.id, member],
    answer: { value: user[member], comparison: 'exact', schema: TEXT },
    oracle: async (actor) => {
      const [found] = await askAll(actor, 'list_users', { email: user.email });
      actor.answer(found?.[member] ?? null);
    },
  };
};

const lookUpStock: ShopTemplate = (shop, stream) => {
  const product = stream.pick(shop.products);
  return {
    category: 'lookup',
    prompt: say(
      stream,
      [
        `How many pieces of product ${product.id} are in stock?`,
        `What is the stock of product ${product.id}?`,
        `Look up product ${product.id}: how many do we have?`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['stock', product.id],
    answer: { value: product.stock, comparison: 'number', schema: INTEGER },
    oracle: async (actor) => {
      actor.answer((await ask(actor, 'get_product', { product_id: product.id })).stock ?? null);
    },
  };
};

const countOrders: ShopTemplate = (shop, stream) => {
  const city = stream.pick(shop.users).city;
  const status = stream.pick(shop.orders).status;
  const users = new Set(shop.users.filter((user) => user.city === city).map(({ id }) => id));
  const value = shop.orders.filter((order) => users.has(order.user_id) && order.status === status).length;
  return {
    category: 'count',
    prompt: say(
      stream,
      [
        `How many orders of users in ${city} have the status ${shown(status)}?`,
        `Count the orders with the status ${shown(status)} whose users live in ${city}.`,
      ],
      NUMBER_ENDINGS,
    ),
    key: ['count', city, status],
    answer: { value, comparison: 'number', schema: INTEGER },
    oracle: async (actor) => {
      let count = 0;
      for (const { id } of await askAll(actor, 'list_users', { city })) {
        count += (await askAll(actor, 'list_orders_of_user', { user_id: id ?? null, status })).length;
      }
      actor.answer(count);
    },
  };
};

const totalOfOrder: ShopTemplate = (shop, stream) => {
  const order = stream.pick(shop.orders);
  const items = shop.items.filter((item) => item.order_id === order.id);
  const priceOf = (id: number): number => shop.products.find((product) => product.id === id)?.price ?? 0;
  if (items.length < 2) return null;
  const value = items.reduce((sum, item) => sum + item.quantity * priceOf(item.product_id), 0);
  return {
    category: 'aggregate',
    prompt: say(
      stream,
      [
        `What do all items of order ${order.id} cost together, at today's prices?`,
        `Add up order ${order.id}: quantity times price over all its items.`,
        `A customer asks for the total of order ${order.id}. Work it out from its items and their prices.`,
      ],
      ROUNDED_ENDINGS,
    ),
    key: ['total', order.id],
    answer: { value, comparison: 'number', tolerance: 0.0051, schema: NUMBER },
    oracle: async (actor) => {
      let total = 0;
      for (const item of await askAll(actor, 'list_items', { order_id: order.id })) {
        const { price } = await ask(actor, 'get_product', { product_id: item.product_id ?? null });
        total += amount(item.quantity) * amount(price);
      }
      actor.answer(total);
    },
  };
};

const changeUser: ShopTemplate = (shop, stream) => {
  const user = pickUser(shop, stream);
  const city = stream.pick(shop.users).city;
  if (user === null || city === user.city) return null;
  return {
    category: 'update',
    prompt: say(
      stream,
      [
        `The user with the address ${shown(user.email)} has moved to ${city}. Record that.`,
        `Set the city of the user whose address is ${shown(user.email)} to ${city}.`,
      ],
      ENDINGS,
    ),
    key: ['move', user.id, city],
    goals: [{ kind: 'fact', name: `users/${user.id}`, value: { ...user, city } }],
    touched: [`users/${user.id}`],
    oracle: async (actor) => {
      const userId = await askUserId(actor, user.email);
      if (userId === null) return;
      await ask(actor, 'update_user', { user_id: userId, city });
      await ask(actor, 'get_user', { user_id: userId });
      actor.answer('done');
    },
  };
};

const ORDER_ACTIONS = [
  { from: 'pending', to: 'cancelled', tool: 'cancel_order', words: 'Cancel' },
  { from: 'pending', to: 'paid', tool: 'pay_order', words: 'Mark as paid' },
  { from: 'paid', to: 'shipped', tool: 'ship_order', words: 'Ship' },
] as const;

const actOnOrders: ShopTemplate = (shop, stream) => {
  const user = pickUser(shop, stream);
  const { from, to, tool, words } = stream.pick(ORDER_ACTIONS);
  const orders = user === null ? [] : ordersOf(shop, user, from);
  // One order could be hit by a single call at a venture.
  if (user === null || orders.length < 2) return null;
  const whom = `the user with the address ${shown(user.email)}`;
  const checks = stream.chance(0.6);
  return {
    category: 'workflow',
    prompt: say(
      stream,
      [
        `${words} every ${from} order of ${whom}.`,
        `Find all ${from} orders of ${whom}. ${words} each of them.`,
      ],
      ENDINGS,
    ),
    key: ['act', tool, user.id],
    goals: orders.map((order) => ({
      kind: 'fact',
      name: `orders/${order.id}`,
      value: { ...order, status: to },
    })),
    touched: orders.map(({ id }) => `orders/${id}`),
    oracle: async (actor) => {
      const userId = await askUserId(actor, user.email);
      if (userId === null) return;
      for (const { id } of await askAll(actor, 'list_orders_of_user', { user_id: userId, status: from })) {
        await ask(actor, tool, { order_id: id ?? null });
      }
      if (checks) await askAll(actor, 'list_orders_of_user', { user_id: userId, status: to });
      actor.answer('done');
    },
  };
};

const restock: ShopTemplate = (shop, stream) => {
  const { category } = stream.pick(shop.products);
  const least = stream.integer(10, 40);
  const low = shop.products.filter((product) => product.category === category && product.stock < least);
  if (low.length < 2 || low.length === shop.products.length) return null;
  const checks = stream.chance(0.6);
  return {
    category: 'workflow',
    prompt: say(
      stream,
      [
        `Every product of the category ${shown(category)} with fewer than ${least} pieces in stock gets a stock of ${least}.`,
        `Go through the products of the category ${shown(category)}. Where the stock is below ${least}, set it to ${least}.`,
      ],
      ENDINGS,
    ),
    key: ['restock', category, least],
    goals: low.map((product) => ({
      kind: 'fact',
      name: `products/${product.id}`,
      value: { ...product, stock: least },
    })),
    touched: low.map(({ id }) => `products/${id}`),
    oracle: async (actor) => {
      for (const { id, stock } of await askAll(actor, 'list_products', { category })) {
        if (typeof stock === 'number' && stock < least)
          await ask(actor, 'update_product', { product_id: id ?? null, stock: least });
      }
      if (checks) await askAll(actor, 'list_products', { category });
      actor.answer('done');
    },
  };
};

const placeOrder: ShopTemplate = (shop, stream) => {
  const user = pickUser(shop, stream);
  const product = stream.pick(shop.products);
  const quantity = stream.integer(1, 12);
  const isPaid = stream.chance(0.5);
  if (user === null) return null;
  const orderId = Math.max(...shop.orders.map(({ id }) => id)) + 1;
  const itemId = Math.max(...shop.items.map(({ id }) => id)) + 1;
  const pieces = counted(quantity, 'piece');
  const [looks, checks] = [stream.chance(0.5), stream.chance(0.6)];
  return {
    category: 'workflow',
    prompt: say(
      stream,
      [
        `Place a new order for the user with the address ${shown(user.email)}: ${pieces} of product ${product.id}, as one item.${isPaid ? ' Then pay it.' : ''}`,
        `The user with the address ${shown(user.email)} wants ${pieces} of product ${product.id}. Make a new order with that one item${isPaid ? ' and pay it' : ''}.`,
      ],
      ENDINGS,
    ),
    key: ['order', user.id, product.id, quantity, isPaid],
    goals: [
      {
        kind: 'has',
        name: `orders/${orderId}`,
        members: { user_id: user.id, status: isPaid ? 'paid' : 'pending' },
      },
      {
        kind: 'has',
        name: `items/${itemId}`,
        members: { order_id: orderId, product_id: product.id, quantity },
      },
    ],
    touched: [`orders/${orderId}`, `items/${itemId}`],
    oracle: async (actor) => {
      const userId = await askUserId(actor, user.email);
      if (userId === null) return;
      if (looks) await ask(actor, 'get_product', { product_id: product.id });
      const { id } = await ask(actor, 'create_order', { user_id: userId });
      if (id === undefined) return;
      await ask(actor, 'add_item', { order_id: id, product_id: product.id, quantity });
      if (isPaid) await ask(actor, 'pay_order', { order_id: id });
      if (checks) await ask(actor, 'list_items', { order_id: id });
      actor.answer('done');
    },
  };
};

/** Templates by level. */
export const SHOP_LEVELS: ReadonlyMap<number, readonly ShopTemplate[]> = new Map([
  [1, [lookUpUser, lookUpStock]],
  [2, [countOrders, totalOfOrder, changeUser]],
  [3, [actOnOrders, restock, placeOrder]],
]);
