import { parseXml } from '../source/parse-xml.ts'
import { attributesOf, findAttribute } from '../source/xml-tree.ts'

/**
 * Returns the text of a new file without the attribute `tools:locale` of its model, which names the language of the texts
 * for the checks of Android Studio. It stays if that is the language of the new file; null: not known.
 */
export function withoutOtherLocale(text: string, language: string | null): string {
  const { root } = parseXml(text)
  if (root === null) return text
  const tools = attributesOf(root).find(({ name, value }) => name.startsWith('xmlns:') && value === TOOLS)
  if (tools === undefined) return text
  const locale = findAttribute(root, `${tools.name.slice('xmlns:'.length)}:locale`)
  if (locale === null || locale.value === language) return text
  return text.slice(0, locale.start).trimEnd() + text.slice(locale.end)
}

const TOOLS = 'http://schemas.android.com/tools'
