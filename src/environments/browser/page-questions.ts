/** What can be asked of a page, and what it answers. Texts are cut to the characters that are asked for. */
export interface PageQuestions {
  /** Title and visible text. */
  readonly read: { readonly asks: { readonly maxChars: number }; readonly answers: PageText };
  readonly links: {
    readonly asks: { readonly most: number };
    readonly answers: { readonly links: readonly PageLink[]; readonly total: number };
  };
  /** Controls that a text means: exactly, or else in part. */
  readonly controls: {
    readonly asks: { readonly kind: 'click' | 'type' | 'select' | 'upload'; readonly text: string };
    readonly answers: readonly PageControl[];
  };
  /** Marks a control with the attribute {@link MARK}, or takes the mark back, so that one within a shadow tree can be acted on. */
  readonly mark: { readonly asks: { readonly path: string; readonly on: boolean }; readonly answers: null };
  readonly scroll: { readonly asks: { readonly by: number }; readonly answers: null };
  readonly facts: { readonly asks: { readonly maxChars: number }; readonly answers: PageFacts };
  /** Answers after so many milliseconds of real time, with whether the page has loaded. */
  readonly wait: { readonly asks: { readonly milliseconds: number }; readonly answers: boolean };
  /** Takes animations to their end. Answers whether there were none. */
  readonly finish: { readonly asks: object; readonly answers: boolean };
  /**
   * Takes animations to their end and answers once the page has drawn two frames and has nothing to do, with whether it
   * has loaded and nothing was moving.
   */
  readonly rest: { readonly asks: object; readonly answers: boolean };
}

/** What a page says. */
export interface PageText {
  readonly title: string;
  readonly text: string;
  /** Whether there is more text, or more of the page, than was read. */
  readonly truncated: boolean;
}

/** A link with its address, made absolute. */
interface PageLink {
  readonly text: string;
  readonly href: string;
}

/** Something to act on. */
export interface PageControl {
  /** XPath from the root of the document; into a shadow tree with {@link INTO_SHADOW} and the way from its root. */
  readonly path: string;
  /** How it is called on the page. */
  readonly name: string;
}

/** What a page holds beside its text. Pairs, in the order of the page. */
export interface PageFacts extends PageText {
  readonly origin: string;
  readonly fields: readonly (readonly [name: string, value: string | boolean | number])[];
  readonly local: readonly (readonly [key: string, value: string])[];
  readonly session: readonly (readonly [key: string, value: string])[];
}

/** The attribute that marks a control to be acted on. */
export const MARK = 'data-mettle-chosen';

/** Stands in a control's path between an element and the way through its shadow tree. */
export const INTO_SHADOW = ' >>> ';
