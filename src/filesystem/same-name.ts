/**
 * What no Windows or Apple file system sees in a name: format characters such as U+200C or U+FEFF, which HFS+ leaves
 * out when it compares names.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Whether a path has anything that {@link otherSpelling} looks at. */
const SUSPICIOUS = /[~:\\]|[. ](?:\/|$)|[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/**
 * The plain path of what a path may name on another file system, or the path itself. As git does where `core.protectHFS`
 * and `core.protectNTFS` are on, whatever the platform, so that no name slips through here and bites elsewhere:
 *
 * - HFS+ ignores some characters: `.g\u200cit` is `.git`;
 * - NTFS drops dots and spaces at the end (`.git. `), takes what follows a colon for a stream (`.git::$INDEX_ALLOCATION`),
 *   and has short names (`GIT~1`); a backslash separates names there.
 *
 * Letter case is left as it is.
 */
export function otherSpelling(key: string): string {
  if (!SUSPICIOUS.test(key)) return key;
  return key.replaceAll('\\', '/').split('/').map(plainName).join('/');
}

function plainName(name: string): string {
  const [seen = ''] = name.replace(UNSEEN, '').split(':', 1);
  const plain = seen.replace(/(?<![. ])[. ]+$/, '');
  const short = /^([^.~]{1,6})~\d+$/.exec(plain);
  if (short !== null) return `.${short[1]}`;
  return plain === '' ? name : plain;
}

/** Whether a name is git's own folder on some file system. */
export function isGitFolder(name: string): boolean {
  return otherSpelling(name)
    .split('/')
    .some((plain) => plain.toLowerCase() === '.git');
}
