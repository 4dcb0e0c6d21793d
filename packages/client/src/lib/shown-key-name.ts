/** A key's name as people read it: gettext keeps a message's context before a sign that no font has. */
export function shownKeyName(name: string): string {
  return name.replaceAll('\u0004', ' › ')
}
