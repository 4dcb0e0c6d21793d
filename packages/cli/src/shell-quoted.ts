/** Quotes text for shell scripts, so that no character in it is special. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
