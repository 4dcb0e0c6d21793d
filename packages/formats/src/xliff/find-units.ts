import type { EntryPath } from '@dragoman/core'
import { append } from '@dragoman/core'
import type { View } from '../format.ts'
import { localName } from '../source/inline-text.ts'
import type { XmlTable } from '../source/xml-table.ts'
import {
  attributeOf,
  childElements,
  elementAt,
  firstElement,
  nextElement,
  type XmlElement,
} from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'

/** One `<file>` of a document. */
export type XliffFile = {
  readonly element: XmlElement
  /** The prefix of its units' names if the document has several files. */
  readonly original: string
  /** The parent of its units: `<body>`, or in 2.x the file itself. Null if a 1.x file has no body. */
  readonly container: XmlElement | null
  readonly sourceLanguage: string | null
  readonly targetLanguage: string | null
}

/** Source and translation of one text: a unit, or one of several segments of a unit. */
export type XliffText = {
  readonly file: XliffFile
  readonly unit: XmlElement
  /** The parent of `<source>` and `<target>`. */
  readonly holder: XmlElement
  readonly source: XmlElement | null
  readonly target: XmlElement | null
  readonly path: EntryPath
  /** The attribute of the unit that is its name. */
  readonly nameAttribute: string
  readonly isOneOfSeveral: boolean
  /** `translate="no"`, on the unit or above it. */
  readonly isKept: boolean
}

/** The location of a text, by indexes in the document's table; its elements are created on request. */
export type XliffLocation = {
  readonly file: XliffFile
  readonly unit: number
  readonly holder: number
  /** Its index among the segments of its unit; -1 for the only one. */
  readonly order: number
  readonly isKept: boolean
}

export type XliffLayout = {
  readonly dialect: Dialect
  readonly prefix: string
  readonly table: XmlTable
  readonly files: readonly XliffFile[]
  readonly locations: readonly XliffLocation[]
  /** Units without the attribute that would be their name, by their indexes in the table. */
  readonly nameless: readonly number[]
  /** Whether most units have a name alongside a generated id, as in Symfony's files. */
  readonly isNamed: boolean
  /** Units that share their name with others of their file, and are distinguished by their ids. */
  readonly sharing: ReadonlySet<number>
}

/** Finds files and texts in a document. */
export function findUnits(root: XmlElement, prefix: string, dialect: Dialect): XliffLayout {
  const { table } = root
  const name = (local: string) => `${prefix}${local}`
  const files = childElements(root, name('file')).map((element): XliffFile => {
    const on = dialect.languagesOn === 'root' ? root : element
    return {
      element,
      original:
        dialect.fileNames
          .map((attribute) => attributeOf(element, attribute))
          .find((value) => value !== null && value !== '') ?? '',
      container: dialect.id === 'xliff-1' ? firstElement(element, name('body')) : element,
      sourceLanguage: attributeOf(on, dialect.sourceLanguage),
      targetLanguage: attributeOf(on, dialect.targetLanguage),
    }
  })
  const search: Search = {
    dialect,
    prefix,
    segment: name('segment'),
    locations: [],
    nameless: [],
    withoutId: [],
    sharing: new Set(),
    named: 0,
    units: 0,
  }
  for (const file of files) {
    if (file.container === null) continue
    const names = new Map<string, NamedUnit[]>()
    collectUnits(file, file.container, isKeptBy(file.element, false), search, names)
    search.named += names.size
    for (const units of names.values()) noteSharing(search, units)
  }
  // More than half of the units have a unique name in their file.
  const isNamed = search.named * 2 > search.units
  const layout: XliffLayout = {
    dialect,
    prefix,
    table,
    files,
    locations: search.locations,
    nameless: search.nameless,
    isNamed,
    sharing: search.sharing,
  }
  if (isNamed || search.withoutId.length === 0) return layout
  const left = new Set(search.withoutId)
  return {
    ...layout,
    nameless: [...search.nameless, ...search.withoutId].sort((a, b) => a - b),
    locations: search.locations.filter(({ unit }) => !left.has(unit)),
  }
}

/** Returns source and translation at a location. */
export function textAt(layout: XliffLayout, location: XliffLocation): XliffText {
  const { table, prefix } = layout
  const unit = elementAt(table, location.unit)
  const holder = location.holder === location.unit ? unit : elementAt(table, location.holder)
  const key = keyOf(layout, unit)
  return {
    file: location.file,
    unit,
    holder,
    source: firstElement(holder, `${prefix}source`),
    target: firstElement(holder, `${prefix}target`),
    path: pathOf(layout, location, key?.value ?? '', holder),
    nameAttribute: key?.attribute ?? 'id',
    isOneOfSeveral: location.order >= 0,
    isKept: location.isKept,
  }
}

/** Returns all texts, in the order of the document. */
export function textsOf(layout: XliffLayout): readonly XliffText[] {
  return layout.locations.map((location) => textAt(layout, location))
}

/** Returns the name of the text at a location. */
export function nameAt(layout: XliffLayout, location: XliffLocation): string {
  const { table, files } = layout
  const unit = elementAt(table, location.unit)
  const key = keyOf(layout, unit)?.value ?? ''
  if (location.order < 0 && (files.length === 1 || location.file.original === '')) return key
  return pathOf(layout, location, key, elementAt(table, location.holder)).join('.')
}

function pathOf(
  { files }: XliffLayout,
  { file, order }: XliffLocation,
  key: string,
  holder: XmlElement,
): EntryPath {
  const base = files.length > 1 && file.original !== '' ? [file.original, key] : [key]
  return order < 0 ? base : [...base, attributeOf(holder, 'id') ?? order]
}

/** Returns the attribute of a unit that is its name; null: it has none. */
function keyOf(
  { dialect, isNamed, sharing }: XliffLayout,
  unit: XmlElement,
): { readonly attribute: string; readonly value: string } | null {
  const own = isNamed && !sharing.has(unit.at) ? attributeOf(unit, dialect.unitName) : null
  if (own !== null && own !== '') return { attribute: dialect.unitName, value: own }
  const id = attributeOf(unit, 'id')
  return id === null || id === '' ? null : { attribute: 'id', value: id }
}

type Search = {
  readonly dialect: Dialect
  readonly prefix: string
  readonly segment: string
  readonly locations: XliffLocation[]
  /** Units with neither an id nor a name. */
  readonly nameless: number[]
  /** Units with a name and no id: whether names count is known at the end. */
  readonly withoutId: number[]
  readonly sharing: Set<number>
  named: number
  units: number
}

type NamedUnit = { readonly at: number; readonly id: string | null }

/** Notes the units of one name, if each has an id of its own. Otherwise the first of them is used. */
function noteSharing(search: Search, units: readonly NamedUnit[]): void {
  const ids = new Set(units.map(({ id }) => id))
  if (units.length < 2 || ids.size < units.length || ids.has(null) || ids.has('')) return
  for (const { at } of units) search.sharing.add(at)
}

function collectUnits(
  file: XliffFile,
  parent: XmlElement,
  isKept: boolean,
  search: Search,
  names: Map<string, NamedUnit[]>,
): void {
  for (let child = firstElement(parent); child !== null; child = nextElement(child)) {
    const local = localName(child.name, search.prefix)
    if (local === 'group') collectUnits(file, child, isKeptBy(child, isKept), search, names)
    else if (local === search.dialect.unit) collectUnit(file, child, isKeptBy(child, isKept), search, names)
  }
}

function collectUnit(
  file: XliffFile,
  unit: XmlElement,
  isKept: boolean,
  search: Search,
  names: Map<string, NamedUnit[]>,
): void {
  const { dialect, locations, nameless, withoutId, segment } = search
  const { at } = unit
  search.units++
  const name = attributeOf(unit, dialect.unitName)
  const id = attributeOf(unit, 'id')
  if (name !== null && name !== '') append(names, name, { at, id })
  if (id === null || id === '') {
    if (name === null || name === '') {
      nameless.push(at)
      return
    }
    withoutId.push(at)
  }
  if (dialect.id === 'xliff-1') {
    locations.push({ file, unit: at, holder: at, order: -1, isKept })
    return
  }
  const first = firstElement(unit, segment)
  const isOneOfSeveral = first !== null && nextElement(first, segment) !== null
  let order = 0
  for (let holder = first; holder !== null; holder = nextElement(holder, segment)) {
    locations.push({ file, unit: at, holder: holder.at, order: isOneOfSeveral ? order++ : -1, isKept })
  }
}

function isKeptBy(element: XmlElement, inherited: boolean): boolean {
  const translate = attributeOf(element, 'translate')
  return translate === null ? inherited : translate === 'no'
}

/**
 * Returns the side to read by default: the translations, unless the document has none and names no language
 * for them.
 */
export function defaultSide(layout: XliffLayout): View['side'] {
  const hasTargets =
    layout.files.some((file) => file.targetLanguage !== null) ||
    layout.locations.some((location) => textAt(layout, location).target !== null)
  return hasTargets || layout.locations.length === 0 ? 'target' : 'source'
}
