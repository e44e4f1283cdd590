import { type Tool, tool } from '../tools/index.js';

/** Tools that note each call. */
export function shop(): { readonly tools: readonly Tool[]; readonly calls: string[] } {
  const calls: string[] = [];
  const item = { type: 'string' } as const;
  const parameters = {
    type: 'object',
    properties: { item },
    required: ['item'],
    additionalProperties: false,
  } as const;
  const noted = (name: string, answer: (item: string) => number): Tool =>
    tool({
      name,
      description: `Does ${name}.`,
      parameters,
      execute: (args) => {
        calls.push(`${name} ${args.item}`);
        return answer(String(args.item));
      },
    });
  return { tools: [noted('price', (name) => name.length), noted('buy', () => 1)], calls };
}
