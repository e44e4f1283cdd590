import { defineOptions, option } from '../../../core/index.js';
import { createRestEnvironment, shopSpec } from '../../../environments/index.js';
import { defineTaskGenerator, type TaskDraft } from '../define-task-generator.js';
import type { TaskGenerator } from '../generated-task.js';
import { type ShopState, shopStateOf } from './shop-state.js';
import { SHOP_LEVELS } from './shop-templates.js';

/** How {@link createRestTaskGenerator} makes tasks. */
export interface RestTaskGeneratorOptions {
  /** snake_case; the name of the generator and of its environment. Default `rest_shop`. */
  readonly name?: string;
  /** Different worlds that the tasks are about; more of them give more tasks. Default 40. */
  readonly worlds?: number;
}

const checkOptions = defineOptions<RestTaskGeneratorOptions>()('createRestTaskGenerator', {
  name: option.string,
  worlds: option.wholeNumber(1),
});

/** How many objects of each kind a world of the shop begins with. */
export const SHOP_COUNTS: Readonly<Record<string, number>> = {
  users: 12,
  products: 18,
  orders: 30,
  items: 60,
};

/**
 * Tasks on the web interface of a shop (`shopSpec`), whose worlds are mock servers with objects of their seed. Level 1: one
 * look. Level 2: answers that need several calls, one change. Level 3: workflows: find someone by address, act on all their
 * orders, restock, place an order and pay it.
 *
 * @throws {MettleError} as `createRestEnvironment` does.
 */
export async function createRestTaskGenerator(
  options: RestTaskGeneratorOptions = {},
): Promise<TaskGenerator> {
  const { name = 'rest_shop', worlds = 40 } = checkOptions(options);
  const environment = await createRestEnvironment({ name, spec: shopSpec, mock: { counts: SHOP_COUNTS } });
  const shops: ShopState[] = [];
  for (let seed = 0; seed < worlds; seed++) {
    const world = await environment.open({ seed });
    shops.push(shopStateOf(seed, world.state()));
    await world.close();
  }
  return defineTaskGenerator({
    name,
    levels: [...SHOP_LEVELS.keys()],
    draw: ({ stream, level }): TaskDraft | null => {
      const shop = stream.pick(shops);
      const draft = stream.pick(SHOP_LEVELS.get(level) ?? [])(shop, stream);
      if (draft === null) return null;
      const { category, prompt, key, answer = null, goals = [], touched = [], oracle } = draft;
      return {
        category,
        prompt,
        key: [shop.seed, key],
        expected: {
          answer,
          stateDigest: null,
          goals,
          invariants: [{ kind: 'unchanged', except: touched }],
        },
        oracle: (_, actor) => oracle(actor),
        environment: async () => environment,
        worldSeed: shop.seed,
      };
    },
  });
}
