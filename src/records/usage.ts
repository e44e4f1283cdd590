/** What the models of an episode used, as far as it is known. */
export interface EpisodeUsage {
  readonly modelCalls: number;
  /** Tokens read, as the provider counts them. */
  readonly inputTokens: number;
  /** Tokens written. */
  readonly outputTokens: number;
  /** United States dollars; null where a price is not known. */
  readonly dollars: number | null;
}

/** Two uses together. Dollars are known only where they are known of both. */
export function addUsage(sum: EpisodeUsage | null, more: Partial<EpisodeUsage>): EpisodeUsage {
  const dollars = more.dollars ?? null;
  return {
    modelCalls: (sum?.modelCalls ?? 0) + (more.modelCalls ?? 0),
    inputTokens: (sum?.inputTokens ?? 0) + (more.inputTokens ?? 0),
    outputTokens: (sum?.outputTokens ?? 0) + (more.outputTokens ?? 0),
    dollars: sum === null ? dollars : sum.dollars === null || dollars === null ? null : sum.dollars + dollars,
  };
}
