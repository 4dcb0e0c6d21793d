/** Returns the names, such as language codes, of a comma-separated list of a query string. */
export function namesIn(list: string): readonly string[] {
  return list.split(',').filter((name) => name !== '')
}
