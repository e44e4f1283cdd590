/** Names in pointed brackets within the texts of objects. */
const INNER_NAMES = /<(genexpr|lambda|locals|listcomp|setcomp|dictcomp|module)>/g;
/** An object that prints with its address in memory, or a host function of Monty. */
const WITH_ADDRESS = /<[^<>\n]* (?:at 0x[0-9a-fA-F]+|external)>/g;
/** An object around one that has been replaced: `<bound method A.f of …>`, `<map object …>` in a view. */
const AROUND_OBJECT = /<[^<>\n]*\(an object\)[^<>\n]*>/g;
const OBJECT = '(an object)';
/** Classes of what is iterated lazily: the engines make them of different classes. */
const LAZY_CLASS =
  /<class '(?:zip|map|filter|enumerate|reversed|generator|object|(?:itertools|[a-z]+_(?:reverse)?iterator)\b[\w.]*)'>/g;

/**
 * A text in which everything is replaced that two engines print differently for one and the same object: addresses in
 * memory, how a function or an iterator shows itself, the module in the name of a class.
 */
export function withoutObjectTexts(text: string): string {
  if (!text.includes('<')) return text;
  let now = text.replace(INNER_NAMES, '$1').replace(WITH_ADDRESS, OBJECT);
  for (let before = ''; before !== now; ) {
    before = now;
    now = now.replace(AROUND_OBJECT, OBJECT).replace(WITH_ADDRESS, OBJECT);
  }
  return now.replace(/<class '__main__\./g, "<class '").replace(LAZY_CLASS, "<class 'lazy'>");
}
