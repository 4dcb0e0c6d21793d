import { attributeOf, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'
import type { ExchangeText } from './find-texts.ts'

/**
 * Returns a unit's information for translators: notes and definitions as they are; the kind and usage status
 * of a term, with the name of the data category. Information of the unit comes before that of the language
 * and of the text.
 */
export function commentOf(file: string, unit: XmlElement, { holder, item }: ExchangeText): string {
  const lines: string[] = []
  collect(file, unit, lines)
  collect(file, holder, lines)
  if (item !== holder) collect(file, item, lines)
  return lines.join('\n')
}

const AS_IS: ReadonlySet<string> = new Set(['note', 'definition', 'context', 'explanation'])
const NAMED: ReadonlySet<string> = new Set([
  'partOfSpeech',
  'administrativeStatus',
  'normativeAuthorization',
  'termType',
  'subjectField',
])
const GROUPS: ReadonlySet<string> = new Set(['descripGrp', 'termNoteGrp', 'termGrp'])

function collect(file: string, parent: XmlElement, lines: string[]): void {
  for (let child = firstElement(parent); child !== null; child = nextElement(child)) {
    if (GROUPS.has(child.name)) {
      collect(file, child, lines)
      continue
    }
    // A data category is an attribute in one style of TBX and an element in the other (ISO 30042:2019, DCA
    // and DCT).
    const category = attributeOf(child, 'type') ?? child.name.slice(child.name.indexOf(':') + 1)
    const isKnown = child.name === 'note' || AS_IS.has(category) || NAMED.has(category)
    const value = isKnown ? (readXmlValue(file, child) ?? '').trim() : ''
    if (value !== '') lines.push(NAMED.has(category) ? `${category}: ${value}` : value)
  }
}
