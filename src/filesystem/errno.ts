/** The POSIX name of a host failure (`ENOENT`), when `error` is one. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
