const NAMES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  win32: 'Windows',
  linux: 'Linux',
  freebsd: 'FreeBSD',
};

/** The operating system as people call it: `macOS`. */
export function platformName(platform: NodeJS.Platform = process.platform): string {
  return NAMES[platform] ?? platform;
}
