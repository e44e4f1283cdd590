/** Characters up to which a text stands in the state itself, and not as its hash. */
export const LONGEST_TEXT = 65_536;
