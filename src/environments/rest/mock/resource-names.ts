/** Whether a word of a reference, `user` in `user_id`, is what a collection `users` holds. */
export function namesResource(word: string, resource: string): boolean {
  const wanted = plainName(word);
  if (wanted === '') return false;
  const collection = plainName(resource);
  const singulars = [
    collection,
    collection.replace(/ies$/, 'y'),
    collection.replace(/(?<=s|x|z|ch|sh|o)es$/, ''),
  ];
  return [...singulars, collection.replace(/s$/, '')].includes(wanted);
}

/** The word before the id in the name of a member or parameter: `user` in `user_id`, `userId` and `user_ids`. */
export function referencedWord(name: string): string | null {
  return /^(.+?)(?:_ids?|Ids?|IDs?|_uuid|Uuid|_key)$/.exec(name)?.[1] ?? null;
}

/** The member that a name means, however it is written: `friendly_name` for `FriendlyName`. */
export function memberNamed(name: string, members: Iterable<string>): string | null {
  const [wanted, all] = [plainName(name), [...members]];
  if (all.includes(name)) return name;
  return wanted === '' ? null : (all.find((member) => plainName(member) === wanted) ?? null);
}

function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
