import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import {
  attributeOf,
  attributesOf,
  childElements,
  firstElement,
  nextElement,
  type XmlElement,
} from '../source/xml-tree.ts'
import { readZipPart, type ZipArchive } from '../zip/open-zip.ts'
import { stringOf } from './cell-text.ts'

/** The parts with the sheets of a workbook, in the order of their tabs, and their shared texts. */
export type Workbook = { readonly sheets: readonly string[]; readonly strings: readonly string[] }

/**
 * Follows the relationships of a package (ISO/IEC 29500-2, 9.3) to its sheets; null if there is no workbook.
 * External ones are never followed.
 */
export function openWorkbook(archive: ZipArchive): Workbook | null {
  const part = relationsOf(archive, '').find(({ type }) => type === 'officeDocument')?.part
  const root = part === undefined ? null : rootOf(archive, part)
  if (part === undefined || root === null || localName(root) !== 'workbook') return null
  const relations = relationsOf(archive, part)
  const list = localChild(root, 'sheets')
  const sheets: string[] = []
  for (const sheet of list === null ? [] : childElements(list)) {
    const id = attributesOf(sheet).find(({ name }) => name.endsWith(':id'))?.value
    const target = relations.find((relation) => relation.id === id && relation.type === 'worksheet')
    const isHidden = (attributeOf(sheet, 'state') ?? 'visible') !== 'visible'
    if (target !== undefined && !isHidden) sheets.push(target.part)
  }
  const shared = relations.find(({ type }) => type === 'sharedStrings')
  return { sheets, strings: shared === undefined ? [] : readStrings(archive, shared.part) }
}

/** Returns the name of an element without its prefix, because the main namespace can have one. */
export function localName({ name }: XmlElement): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

export function localChild(element: XmlElement, name: string): XmlElement | null {
  for (let child = firstElement(element); child !== null; child = nextElement(child))
    if (localName(child) === name) return child
  return null
}

type Relation = { readonly id: string; readonly type: string; readonly part: string }

function relationsOf(archive: ZipArchive, part: string): readonly Relation[] {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const root = rootOf(archive, `${folder}_rels/${part.slice(slash)}.rels`)
  const relations: Relation[] = []
  for (const relation of root === null ? [] : childElements(root)) {
    const target = attributeOf(relation, 'Target')
    const type = attributeOf(relation, 'Type') ?? ''
    if (target === null || attributeOf(relation, 'TargetMode') === 'External') continue
    relations.push({
      id: attributeOf(relation, 'Id') ?? '',
      type: type.slice(type.lastIndexOf('/') + 1),
      part: resolve(folder, target),
    })
  }
  return relations
}

function resolve(folder: string, target: string): string {
  const segments: string[] = []
  for (const segment of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function rootOf(archive: ZipArchive, part: string): XmlElement | null {
  const bytes = readZipPart(archive, part)
  const decoded = bytes === null ? null : decodeXml(bytes)
  if (decoded === null || decoded.issue !== null) return null
  const tree = parseXml(decoded.text)
  return tree.issues.length === 0 ? tree.root : null
}

function readStrings(archive: ZipArchive, part: string): readonly string[] {
  const root = rootOf(archive, part)
  return root === null ? [] : childElements(root).map((item) => stringOf(root.table.text, item))
}
