import type { Json } from '../../core/index.js';
import type { Observation } from '../../records/index.js';
import type { World } from '../environment.js';
import type { CheckedCall, WorldBody } from '../world-body.js';
import type { WorldState } from '../world-state.js';
import { closeAll, openTogether } from './together.js';

/** A tool of a part under the name that it has in the whole. */
export interface RoutedTool {
  readonly part: number;
  /** The tool's name in its own environment. */
  readonly tool: string;
}

/** A world of each part. */
export class CompositeWorld implements WorldBody {
  readonly #labels: readonly string[];
  readonly #routes: ReadonlyMap<string, RoutedTool>;
  readonly #worlds: readonly World[];
  /** The states of the parts from which {@link CompositeWorld.#state} was made. */
  #states: readonly WorldState[] = [];
  #state: WorldState = new Map();

  constructor(labels: readonly string[], routes: ReadonlyMap<string, RoutedTool>, worlds: readonly World[]) {
    this.#labels = labels;
    this.#routes = routes;
    this.#worlds = worlds;
  }

  async run({ tool, arguments: argumentValues, signal }: CheckedCall): Promise<Observation> {
    const route = this.#routes.get(tool);
    const world = route && this.#worlds[route.part];
    if (route === undefined || world === undefined) throw new Error(`No part has the tool ${tool}.`);
    const result = await world.call(route.tool, argumentValues, signal === undefined ? {} : { signal });
    return result.observation;
  }

  state(): WorldState {
    const states = this.#worlds.map((world) => world.state());
    if (states.some((state, part) => state !== this.#states[part])) {
      const facts = new Map<string, Json>();
      for (const [part, state] of states.entries()) {
        for (const [name, fact] of state) facts.set(`${this.#labels[part]}/${name}`, fact);
      }
      this.#states = states;
      this.#state = facts;
    }
    return this.#state;
  }

  async fork(): Promise<WorldBody> {
    const worlds = await openTogether(this.#worlds.map((world) => () => world.fork()));
    const body = new CompositeWorld(this.#labels, this.#routes, worlds);
    body.#states = worlds.map((world) => world.state());
    body.#state = this.state();
    return body;
  }

  close(): Promise<void> {
    return closeAll(this.#worlds);
  }
}
