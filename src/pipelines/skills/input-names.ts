import type { PromptTemplate } from './prompt-template.js';
import { PYTHON_WORDS } from './skill-script.js';

/** Words that say nothing of the value after them. */
const PLAIN = new Set(
  'a an and are as at be by each every find for from get has have in is it its of on or set should that the their them then there these they this to was we what which who whose will with all my our your i need me tell give how many much please item function'.split(
    ' ',
  ),
);

/** Names for the slots of a template: the word that says most of each, once. */
export function inputNames(template: PromptTemplate, slots: readonly number[]): readonly string[] {
  const taken = new Set<string>(['item']);
  return slots.map((slot) => {
    const wanted = nameOf(template, slot);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
    taken.add(name);
    return name;
  });
}

function nameOf({ sentences, slots }: PromptTemplate, slot: number): string {
  const parts = sentences.find((sentence) => sentence.includes(slot)) ?? [];
  const at = parts.indexOf(slot);
  const before = parts.slice(Math.max(0, at - 3), at).reverse();
  // Words on the other side of another value are about that one.
  const near = before.slice(0, before.findIndex((part) => typeof part === 'number') + 1 || before.length);
  for (const part of [...near, parts[at + 1]]) {
    if (typeof part !== 'string' || PLAIN.has(part) || !/^[a-z][a-z_]{1,29}$/.test(part)) continue;
    return PYTHON_WORDS.has(part) ? `${part}_value` : part;
  }
  return slots[slot]?.kind === 'words' ? 'what' : (slots[slot]?.kind ?? 'value');
}
