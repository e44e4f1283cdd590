/**
 * A file name as a URI reference (RFC 3986): relative names stay relative, absolute ones become `file:` URIs. Every
 * character that means something in a URI is escaped, so the name that comes back is the one that went in.
 */
export function fileUri(name: string): string {
  const path = process.platform === 'win32' ? name.replaceAll('\\', '/') : name;
  const escaped = path.split('/').map(escapeSegment).join('/');
  if (/^[A-Za-z]%3A(?:\/|$)/.test(escaped) && process.platform === 'win32') return `file:///${escaped}`;
  return path.startsWith('/') ? `file://${escaped}` : escaped;
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A lone surrogate is no character; it is written as the replacement character. */
function escapeSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll(LONE_SURROGATE, '\ufffd')).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
