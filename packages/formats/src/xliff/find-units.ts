import type { EntryPath } from '@dragoman/core'
import type { View } from '../format.ts'
import { attributeOf, childElement, childElements, firstElement, nextElement, type XmlElement } from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { localName } from './inline-text.ts'

/** One `<file>` of a document. */
export type XliffFile = {
  readonly element: XmlElement
  /** What its units' names begin with where the document has several files. */
  readonly original: string
  /** Where its units stand: `<body>`, or in 2.x the file itself. Null where a 1.x file has no body. */
  readonly container: XmlElement | null
  readonly sourceLanguage: string | null
  readonly targetLanguage: string | null
}

/** Source and translation of one text: a unit, or one of several segments of a unit. */
export type XliffText = {
  readonly file: XliffFile
  readonly unit: XmlElement
  /** What directly holds `<source>` and `<target>`. */
  readonly holder: XmlElement
  readonly source: XmlElement | null
  readonly target: XmlElement | null
  readonly path: EntryPath
  /** The attribute of the unit that is its name. */
  readonly nameAttribute: string
  readonly isOneOfSeveral: boolean
  /** `translate="no"`, here or around it. */
  readonly isKept: boolean
}

export type XliffLayout = {
  readonly files: readonly XliffFile[]
  readonly texts: readonly XliffText[]
  /** Units without the attribute that would be their name. */
  readonly nameless: readonly XmlElement[]
  /** Whether most units have a name of their own beside a made-up id, as Symfony writes them. */
  readonly isNamed: boolean
}

/** Finds files and texts in a document. */
export function findUnits(root: XmlElement, prefix: string, dialect: Dialect): XliffLayout {
  const name = (local: string) => `${prefix}${local}`
  const files = childElements(root, name('file')).map((element): XliffFile => {
    const on = dialect.languagesOn === 'root' ? root : element
    return {
      element,
      original: dialect.fileNames.map((attribute) => attributeOf(element, attribute)).find((value) => value !== null && value !== '') ?? '',
      container: dialect.id === 'xliff-1' ? childElement(element, name('body')) : element,
      sourceLanguage: attributeOf(on, dialect.sourceLanguage),
      targetLanguage: attributeOf(on, dialect.targetLanguage),
    }
  })
  const found: Found[] = []
  for (const file of files) {
    if (file.container !== null) collectUnits(file, file.container, isKeptBy(file.element, false), { dialect, prefix, found })
  }
  const isNamed = areNamed(found, dialect)
  const nameless: XmlElement[] = []
  const texts: XliffText[] = []
  for (const { file, unit, isKept } of found) {
    const own = isNamed ? attributeOf(unit, dialect.unitName) : null
    const key = own === null || own === '' ? attributeOf(unit, 'id') : own
    if (key === null || key === '') {
      nameless.push(unit)
      continue
    }
    const nameAttribute = own === null || own === '' ? 'id' : dialect.unitName
    const base = files.length > 1 && file.original !== '' ? [file.original, key] : [key]
    const holders = dialect.id === 'xliff-1' ? [unit] : childElements(unit, name('segment'))
    for (const [i, holder] of holders.entries()) {
      const isOneOfSeveral = holders.length > 1
      texts.push({
        file,
        unit,
        holder,
        source: childElement(holder, name('source')),
        target: childElement(holder, name('target')),
        path: isOneOfSeveral ? [...base, attributeOf(holder, 'id') ?? i] : base,
        nameAttribute,
        isOneOfSeveral,
        isKept,
      })
    }
  }
  return { files, texts, nameless, isNamed }
}

type Found = { readonly file: XliffFile; readonly unit: XmlElement; readonly isKept: boolean }
type Search = { readonly dialect: Dialect; readonly prefix: string; readonly found: Found[] }

function collectUnits(file: XliffFile, parent: XmlElement, isKept: boolean, search: Search): void {
  for (let child = firstElement(parent); child !== null; child = nextElement(child)) {
    const local = localName(child.name, search.prefix)
    if (local === 'group') collectUnits(file, child, isKeptBy(child, isKept), search)
    else if (local === search.dialect.unit) search.found.push({ file, unit: child, isKept: isKeptBy(child, isKept) })
  }
}

function isKeptBy(element: XmlElement, inherited: boolean): boolean {
  const translate = attributeOf(element, 'translate')
  return translate === null ? inherited : translate === 'no'
}

/** More than half of the units have a name that no other unit of their file has. */
function areNamed(found: readonly Found[], dialect: Dialect): boolean {
  const names = new Set<string>()
  const numbers = new Map<XliffFile, number>()
  for (const { file, unit } of found) {
    const name = attributeOf(unit, dialect.unitName)
    const number = numbers.get(file) ?? numbers.size
    numbers.set(file, number)
    if (name !== null && name !== '') names.add(`${number} ${name}`)
  }
  return names.size * 2 > found.length
}

/** Which side to read when nobody says: the translations, unless the document has none and names no language for them. */
export function defaultSide(layout: XliffLayout): View['side'] {
  const hasTargets = layout.files.some((file) => file.targetLanguage !== null) || layout.texts.some((text) => text.target !== null)
  return hasTargets || layout.texts.length === 0 ? 'target' : 'source'
}
