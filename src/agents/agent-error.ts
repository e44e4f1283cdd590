/** What went wrong outside the work itself. */
export interface AgentError {
  /** Stable: that of a `MettleError`, else `agents/unexpected`. */
  readonly code: string;
  readonly message: string;
}
