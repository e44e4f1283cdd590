/** A case that did better or worse. */
export interface ChangedCase {
  readonly id: string;
  readonly category: string;
  /** The shares of trials that passed. */
  readonly before: number;
  readonly after: number;
}
