import type { EntryPath } from '@dragoman/core'
import type { Format } from '../format.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import type { FileUnit } from '../units/units-of.ts'

/**
 * Returns the name of a key in a form that is valid in any format, without control characters. A gettext
 * context is separated by a bar, as in Qt; line breaks are written as `\n`.
 */
export function portableName(name: string): string {
  return name
    .replaceAll(CONTEXT_END, '|')
    .replace(
      /[\u0000-\u001f\u007f-\u009f]/g,
      (char) => SPELLED.get(char) ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

/**
 * Returns context and source text of a key that consists of them, as in gettext and Qt; null if a key is only
 * a name.
 */
export function contextOfKey({
  name,
  path,
  source,
}: Pick<FileUnit, 'name' | 'path' | 'source'>): readonly [context: string, source: string] | null {
  const cut = name.indexOf(CONTEXT_END)
  if (cut >= 0) return [name.slice(0, cut), name.slice(cut + 1)]
  const [context, text] = path
  const isQt =
    path.length === 2 &&
    typeof context === 'string' &&
    typeof text === 'string' &&
    name === `${context}|${text}`
  return isQt && (source === undefined || source.other === text || source.one === text)
    ? [context, text]
    : null
}

/**
 * Whether keys keep line breaks and other control characters: in files whose programs accept such keys, unless
 * they are source texts with a context.
 */
export function keepsName(
  { name }: Pick<FileUnit, 'name'>,
  from: Pick<Format, 'escapesNames'> | null,
  to: Pick<Format, 'allowsAnyName'>,
): boolean {
  return to.allowsAnyName === true && from?.escapesNames !== true && !name.includes(CONTEXT_END)
}

/**
 * Returns the path of a key in a file that nests names, or as one name; `isKept`: unchanged, regardless of
 * its characters.
 */
export function pathIn(
  unit: Pick<FileUnit, 'name' | 'path'>,
  isNesting: boolean,
  isKept: boolean,
): EntryPath {
  if (isKept) return isNesting && unit.path.join('.') === unit.name ? unit.path : [unit.name]
  const isPortable = portableName(unit.name) === unit.name && unit.path.join('.') === unit.name
  return isNesting && isPortable ? unit.path : [portableName(unit.name)]
}

const SPELLED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])
