/**
 * A text that names things of a rewritten source, such as an error message or a function of a stack frame, with the
 * names that the author gave: rewritten methods carry their kind in front.
 */
export function originalNames(text: string): string {
  return text.replaceAll(/_mettle_(?:get|set|static|class)_(?=\w)/g, '');
}
