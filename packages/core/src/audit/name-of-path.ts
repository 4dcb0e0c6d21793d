/** POSIX, a drive of Windows, a share of Windows. */
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/

/**
 * Returns the last part of an absolute path, which names a folder without saying where on the server it is; any other
 * text stays as it is. Only owners see where folders are.
 */
export function nameOfPath(text: string): string {
  if (!ABSOLUTE.test(text)) return text
  const separators = text.startsWith('/') ? /\/+/ : /[\\/]+/
  return text.split(separators).findLast((part) => part !== '') ?? ''
}
