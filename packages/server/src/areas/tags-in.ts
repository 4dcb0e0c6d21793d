/** Returns the language codes of a comma-separated list of a query string. */
export function tagsIn(list: string): readonly string[] {
  return list.split(',').filter((tag) => tag !== '')
}
