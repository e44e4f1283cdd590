/** Whether a word of a reference, `user` in `user_id`, is what a collection `users` holds. */
export function namesResource(word: string, resource: string): boolean {
  const [wanted, collection] = [word, resource].map((text) =>
    text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''),
  );
  if (wanted === undefined || collection === undefined || wanted === '') return false;
  return wanted === collection || singulars(collection).includes(wanted);
}

/** The word before the id in the name of a member or parameter: `user` in `user_id`, `userId` and `user_ids`. */
export function referencedWord(name: string): string | null {
  return /^(.+?)(?:_ids?|Ids?|IDs?|_uuid|Uuid|_key)$/.exec(name)?.[1] ?? null;
}

function singulars(plural: string): readonly string[] {
  const found = [];
  if (plural.endsWith('ies')) found.push(`${plural.slice(0, -3)}y`);
  if (/(?:s|x|z|ch|sh|o)es$/.test(plural)) found.push(plural.slice(0, -2));
  if (plural.endsWith('s')) found.push(plural.slice(0, -1));
  if (plural === 'people') found.push('person');
  if (plural === 'children') found.push('child');
  return found;
}
