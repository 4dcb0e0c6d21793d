/** Returns whether a name, or a word of it, starts with some text; both folded. */
export function hasWord(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || name.split(/[\s.\-_]+/).some((word) => word.startsWith(wanted))
}
