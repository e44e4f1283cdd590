import { type Json, type JsonObject, RandomStream } from '../../core/index.js';
import type { AuditEpisode, AuditPlace, AuditTarget } from './audit-target.js';

/** The parts of a small environment: a shelf with hidden counts, and a question about them. */
interface Parts {
  readonly answer: number;
  readonly prompt: string;
  readonly items: Readonly<Record<string, number>>;
}

/** What an environment made here does otherwise than the sound one. */
export interface Plant {
  readonly metadata?: (parts: Parts) => Json;
  readonly state?: (parts: Parts) => JsonObject;
  readonly described?: (parts: Parts) => string;
  readonly look?: (text: string, parts: Parts) => string;
  /** What an answer earns. */
  readonly reward?: (answer: Json, parts: Parts, shared: Shared) => Json;
  /** What an episode earns that runs out of steps. */
  readonly idle?: number;
  readonly step?: number;
  readonly more?: Readonly<
    Record<string, (given: JsonObject, parts: Parts, shared: Shared) => readonly [string, Json]>
  >;
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  /** Sees what sessions share: a sound environment shares nothing. */
  readonly leaksState?: 'sessions' | 'resets';
  readonly chance?: boolean;
  readonly paysAfterEnd?: number;
  readonly unsolvable?: boolean;
  /** Free actions in place of tools. */
  readonly free?: boolean;
}

/** What one episode, or with a plant all of them, keeps. */
interface Shared {
  readonly files: Map<string, string>;
  rows: number;
  looks: number;
}

const NAMES = ['apple', 'pear', 'fig', 'plum', 'kiwi', 'lime', 'date', 'nut'];
const SUBMIT = ['submit', 'final_answer', 'submit_solution', 'finish'];
const fresh = (): Shared => ({ files: new Map(), rows: 5, looks: 0 });

/** An environment whose answer has to be looked for, with a fault planted or with none. The variant draws names, numbers and words. */
export function shelf(plant: Plant, variant: number): AuditTarget {
  const random = new RandomStream(variant, 'shelf');
  const submit = random.pick(SUBMIT);
  const names = random.sample(NAMES, 4);
  const phrase = random.pick([
    'How many pieces of %s and %s are there?',
    'Count %s and %s. Give the sum.',
    'Sum up %s and %s on the shelf.',
  ]);
  const partsOf = ({ seed, index }: AuditPlace): Parts => {
    const draw = new RandomStream(seed * 1000 + index, `parts/${variant}`);
    const items = Object.fromEntries(names.map((name) => [name, draw.integer(40, 400)]));
    const [first = '', second = ''] = draw.sample(names, 2);
    return {
      items,
      answer: (items[first] ?? 0) + (items[second] ?? 0),
      prompt: phrase.replace('%s', first).replace('%s', second),
    };
  };
  const everyone = fresh();
  const unsure = new RandomStream(variant, 'shelf/chance');
  const tools = (parts: Parts): AuditTarget['tools'] => [
    {
      name: 'look',
      description: `Looks at an item. ${plant.described?.(parts) ?? ''}`,
      parameters: objectOf(['item']),
    },
    ...Object.keys(plant.more ?? {}).map((name) => ({
      name,
      description: '',
      parameters: objectOf(plant.parameters?.[name] ?? []),
    })),
    {
      name: submit,
      description: 'Gives the answer.',
      parameters: { type: 'object', properties: { answer: {} }, required: ['answer'] },
    },
  ];
  let shownTools = tools(partsOf({ seed: 0, index: 0 }));
  const begin = async (place: AuditPlace): Promise<AuditEpisode> => {
    const parts = partsOf(place);
    shownTools = tools(parts);
    const shared = plant.leaksState === undefined ? fresh() : everyone;
    if (plant.leaksState === 'sessions') everyone.looks = 0;
    let steps = 0;
    let isOver = false;
    const call = (tool: string, given: JsonObject): readonly [string, Json, boolean?] => {
      if (tool === submit) {
        isOver = true;
        const sound = given.answer === parts.answer || given.answer === String(parts.answer) ? 1 : 0;
        return [
          '',
          plant.reward?.(given.answer ?? null, parts, shared) ?? (plant.unsolvable === true ? 0 : sound),
        ];
      }
      if (tool === 'look') {
        shared.looks += 1;
        const count = parts.items[String(given.item)];
        const text = count === undefined ? 'There is no such item.' : `${String(given.item)}: ${count}`;
        const noise = plant.chance === true ? ` (${unsure.integer(0, 1e9)})` : '';
        const past = plant.leaksState === undefined ? '' : ` (look ${shared.looks})`;
        return [(plant.look?.(text, parts) ?? text) + noise + past, plant.step ?? null];
      }
      return plant.more?.[tool]?.(given, parts, shared) ?? [`Unknown action ${tool}.`, null];
    };
    return {
      first: plant.free === true ? `${parts.prompt} Items: ${names.join(', ')}` : parts.prompt,
      metadata: plant.metadata?.(parts) ?? {},
      act: async (action) => {
        if (isOver) return { text: 'It is over.', reward: plant.paysAfterEnd ?? null, done: true };
        steps += 1;
        const free = action as { readonly item?: Json; readonly answer?: Json };
        const isFreeAnswer = plant.free === true && free.answer !== undefined && free.answer !== '';
        const [text, reward] =
          plant.free === true
            ? call(
                isFreeAnswer ? submit : 'look',
                isFreeAnswer ? { answer: free.answer ?? null } : { item: free.item ?? null },
              )
            : call(String(action.tool), (action.arguments ?? {}) as JsonObject);
        const isOut = !isOver && steps >= 12;
        isOver ||= isOut;
        return { text, reward: isOut ? (plant.idle ?? reward ?? 0) : reward, done: isOver };
      },
      state: async () => ({ step_count: steps, ...plant.state?.(parts) }),
      close: async () => undefined,
    };
  };
  return {
    name: `shelf ${variant}`,
    kind: 'openenv',
    get tools() {
      return plant.free === true ? [] : shownTools;
    },
    actionSchema: {
      type: 'object',
      properties: { item: { type: 'string' }, answer: { type: ['string', 'null'] } },
    },
    hasTasks: false,
    begin,
    oracle: async (place) => {
      const { answer, items } = partsOf(place);
      return plant.free === true
        ? [...Object.keys(items).map((item) => ({ item })), { answer: String(answer) }]
        : [
            ...Object.keys(items).map((item) => ({ tool: 'look', arguments: { item } })),
            { tool: submit, arguments: { answer } },
          ];
    },
    own: async () => [],
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function objectOf(names: readonly string[]): JsonObject {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}
