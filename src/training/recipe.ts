/** How a reward or a metric was made: the name it is found by, and its options. */
export interface Recipe {
  readonly name: string;
  readonly options: object;
}

const recipes = new WeakMap<object, Recipe>();

/** Remembers how something was made, so that it can be saved and made again. Returns it. */
export function withRecipe<Made extends object>(made: Made, name: string, options: object): Made {
  recipes.set(made, { name, options });
  return made;
}

/** How a reward or a metric of Mettle was made; undefined for any other. */
export function recipeOf(made: object): Recipe | undefined {
  return recipes.get(made);
}
