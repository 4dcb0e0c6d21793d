/**
 * Texts that programs often damage or misread, each with a title for tests: words of the program itself, quotes,
 * wildcards of SQL, accents, scripts from right to left, very long and empty ones.
 */
export const DIFFICULT_TEXTS: readonly (readonly [title: string, text: string])[] = [
  ['a plural form', 'other'],
  ['double quotes', 'say "hello" now'],
  ['an apostrophe', "d'Or"],
  ['a backslash', 'C:\\new\\temp'],
  ['wildcards of SQL', '100%_'],
  ['a statement of SQL', "x'); drop table key; --"],
  ['JSON', '{"one":"{}","few":[1,2]}'],
  ['accents', 'Größe Über École'],
  ['accents as separate characters', 'E\u0301cole Gro\u0308\u00dfe'],
  ['a Turkish capital letter', 'İstanbul'],
  ['Arabic', 'مرحبًا بالعالم'],
  ['a reversed direction', 'left \u202eright\u202c left'],
  ['an emoji of several characters', '👩‍👩‍👧 🇵🇱'],
  ['the prototype of objects', '__proto__'],
  ['a member of objects', 'constructor'],
  ['line breaks and tabs', 'first\n\tsecond\r\nthird'],
  ['a placeholder', '{{count}} %s <b>{name}</b>'],
  ['spaces around', '  padded  '],
  ['50,000 characters', 'long '.repeat(10_000)],
  ['nothing', ''],
]
