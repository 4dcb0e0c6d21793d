import { type DraftElement, printXml } from './xml-draft.ts'
import { cdataOf, escapeXmlText, requoteXmlText, type XmlHabit, xmlHabitOf } from './xml-habit.ts'
import { decodeXmlCdata, decodeXmlText } from './xml-text.ts'
import type { XmlElement } from './xml-tree.ts'

/** What an element without further elements says; null where there are some. Comments within say nothing. */
export function readXmlValue(file: string, element: XmlElement): string | null {
  const only = element.children[0]
  if (only?.kind === 'text' && element.children.length === 1) return decodeXmlText(file.slice(only.start, only.end))
  const parts: string[] = []
  for (const child of element.children) {
    if (child.kind === 'element') return null
    if (child.kind === 'text') parts.push(decodeXmlText(file.slice(child.start, child.end)))
    if (child.kind === 'cdata') parts.push(decodeXmlCdata(file.slice(child.contentStart, child.contentEnd)))
  }
  return parts.join('')
}

/** The raw content that says `text`, in the style of what `element` holds. Null: XML 1.0 has no way to say it. */
export function writeXmlValue(element: DraftElement | null, text: string, habit: XmlHabit): string | null {
  const old = element === null ? '' : element.children.map(printXml).join('')
  if (text === '' || old === '') return escapeXmlText(text, habit)
  const hasMarkup = old.includes('<')
  if (!hasMarkup) return requoteXmlText(old, text, habit)
  const own = xmlHabitOf([], { ...habit, eol: /\r\n|\n/.exec(old)?.[0] ?? habit.eol })
  const section = old.includes('<![CDATA[') ? cdataOf(text, own) : null
  return section ?? escapeXmlText(text, own)
}
