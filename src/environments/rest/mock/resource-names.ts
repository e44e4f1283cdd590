/** Whether a word of a reference, `user` in `user_id`, is what a collection `users` holds. */
export function namesResource(word: string, resource: string): boolean {
  const [wanted, collection] = [word, resource].map(plainName);
  if (wanted === undefined || collection === undefined || wanted === '') return false;
  return wanted === collection || singulars(collection).includes(wanted);
}

/** The word before the id in the name of a member or parameter: `user` in `user_id`, `userId` and `user_ids`. */
export function referencedWord(name: string): string | null {
  return /^(.+?)(?:_ids?|Ids?|IDs?|_uuid|Uuid|_key)$/.exec(name)?.[1] ?? null;
}

/** The member that a name means, however it is written: `friendly_name` for `FriendlyName`. */
export function memberNamed(name: string, members: Iterable<string>): string | null {
  const wanted = plainName(name);
  if (wanted === '') return null;
  let found: string | null = null;
  for (const member of members) {
    if (member === name) return member;
    if (found === null && plainName(member) === wanted) found = member;
  }
  return found;
}

/** The last word of a name: `number` of `issue_number`, `Sid` of `AccountSid`. */
export function lastWord(name: string): string {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).at(-1) ?? '';
}

function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
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
