import { isPlainKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { EntryEdit } from '../format.ts'
import { openTag } from '../source/start-tag.ts'
import { attributeOf, childElements, elementAt, type XmlElement } from '../source/xml-tree.ts'
import { type Batch, type Insertion, placesOf } from './edit-batch.ts'
import { changeTag, indentAt } from './element-edit.ts'
import type { XliffFile } from './find-units.ts'
import { idFor, isToken, layoutLike, printUnit, type UnitLayout } from './unit-text.ts'

type Addition = Extract<EntryEdit, { kind: 'add' }>

/** Adds a new unit to the document. False: the edit needs the text as changed by the batch. */
export function addUnit(batch: Batch, edit: Addition, name: string): boolean {
  const { session } = batch
  if (!isPlainKeyName(name)) throw new EditError('unusable-path', name)
  const home = chooseFile(batch, edit, name)
  if (home.file === null) return addFile(batch, home.original, name)
  const { file, key } = home
  const location = locationFor(batch, file, edit.after)
  if (location === null) return false
  const { ids, names } = keysOf(batch, file)
  const isByName = batch.isNamed
  if (!isByName && session.dialect.hasTokenIds && !isToken(key)) throw new EditError('unusable-path', name)
  if (isByName ? names.has(key) : ids.has(key)) throw new EditError('place-taken', name)
  const texts =
    session.side === 'source'
      ? { source: edit.text, target: '' }
      : { source: batch.hasNamesAsSources() ? key : (edit.source ?? key), target: edit.text }
  const state = session.side === 'target' ? (edit.state ?? null) : null
  const unit = { key, ...texts, state, comment: edit.comment ?? '', maxLength: edit.maxLength ?? null }
  const id = isByName ? idFor(key, ids) : key
  const xml = printUnit(session, unit, location.layout, batch.styles, id)
  if (xml === null) throw new EditError('not-representable', name)
  ids.add(id)
  if (isByName) names.add(key)
  location.insertion.items.splice(location.index, 0, { name, xml })
  batch.added.set(name, location.insertion)
  batch.changeSet.add(name)
  // An empty document shows how it names its units once it has one.
  if (session.layout.locations.length === 0 && batch.added.size === 1) batch.isFull = true
  return true
}

type Home =
  | { readonly file: XliffFile; readonly key: string }
  | { readonly file: null; readonly original: string }

/** Returns the `<file>` a name belongs to, and its key there. */
function chooseFile({ session }: Batch, { path }: Addition, name: string): Home {
  const { files } = session.layout
  const [only] = files
  if (files.length === 1 && only !== undefined) return { file: only, key: name }
  const first = String(path[0])
  const named = files.filter(
    ({ original }) => original !== '' && name.startsWith(`${original}.`) && name.length > original.length + 1,
  )
  const best =
    named.find(({ original }) => original === first) ??
    named.toSorted((a, b) => b.original.length - a.original.length)[0]
  if (best !== undefined) return { file: best, key: name.slice(best.original.length + 1) }
  const open = files.find(({ original }) => original === '')
  if (open !== undefined) return { file: open, key: name }
  if (path.length < 2 || files.length === 0) throw new EditError('unusable-path', name)
  return { file: null, original: first }
}

function unitsOf({ session }: Batch, file: XliffFile): readonly XmlElement[] {
  const { locations, table } = session.layout
  const units = new Set<number>()
  for (const location of locations) if (location.file === file) units.add(location.unit)
  return [...units].map((unit) => elementAt(table, unit))
}

/** Returns the ids and names of a file's units, with those added so far. */
function keysOf(batch: Batch, file: XliffFile): { readonly ids: Set<string>; readonly names: Set<string> } {
  const known = batch.keys.get(file)
  if (known !== undefined) return known
  const units = unitsOf(batch, file)
  const valuesOf = (name: string) =>
    new Set(units.map((unit) => attributeOf(unit, name)).filter((value) => value !== null))
  const keys = { ids: valuesOf('id'), names: valuesOf(batch.session.dialect.unitName) }
  batch.keys.set(file, keys)
  return keys
}

/** Whether some unit has a key already, including one with several segments or one that is not translated. */
export function isKeyTaken(batch: Batch, file: XliffFile, key: string): boolean {
  const { ids, names } = keysOf(batch, file)
  return batch.session.layout.isNamed ? names.has(key) : ids.has(key)
}

type Location = { readonly insertion: Insertion; readonly index: number; readonly layout: UnitLayout }

/** Returns the position of a new unit; null if that depends on units that the batch has removed. */
function locationFor(batch: Batch, file: XliffFile, after: readonly string[]): Location | null {
  const { session } = batch
  const { eol } = batch.styles
  const container = file.container ?? file.element
  for (const name of after) {
    if (batch.gone.has(name)) return null
    const added = batch.added.get(name)
    if (added !== undefined && added.file === file) {
      const index = added.items.findLastIndex((item) => item.name === name) + 1
      return { insertion: added, index, layout: added.layout }
    }
    const place = placesOf(batch, name)[0]
    if (place === undefined || place.file !== file) continue
    const layout = layoutLike(session.text, place.unit, container, eol)
    const insertion = insertionAt(batch, `after ${place.unit.end}`, file, layout, (items) => {
      const indent = indentAt(session.text, place.unit.start)
      const lead = indent === null ? '' : eol + indent
      return {
        span: { start: place.unit.end, end: place.unit.end },
        text: items.map((item) => lead + item).join(''),
      }
    })
    return { insertion, index: 0, layout }
  }
  const [first] = unitsOf(batch, file)
  if (first !== undefined) {
    if (batch.gone.size > 0) return null
    const layout = layoutLike(session.text, first, container, eol)
    const insertion = insertionAt(batch, `before ${first.start}`, file, layout, (items) => {
      const indent = indentAt(session.text, first.start)
      const trail = indent === null ? '' : eol + indent
      return {
        span: { start: first.start, end: first.start },
        text: items.map((item) => item + trail).join(''),
      }
    })
    return { insertion, index: 0, layout }
  }
  const layout = layoutLike(session.text, null, container, eol)
  return {
    insertion: insertionAt(batch, `into ${container.start}`, file, layout, (items) =>
      intoEmpty(batch, file, layout, items),
    ),
    index: 0,
    layout,
  }
}

function insertionAt(
  batch: Batch,
  key: string,
  file: XliffFile,
  layout: UnitLayout,
  print: (items: readonly string[]) => ReturnType<Insertion['print']>,
): Insertion {
  const known = batch.insertions.get(key)
  if (known !== undefined) return known
  const items: Insertion['items'] = []
  const insertion: Insertion = { items, file, layout, print: () => print(items.map((item) => item.xml)) }
  batch.insertions.set(key, insertion)
  return insertion
}

/** Adds units to an empty container, after its other content. A file without `<body>` gets one. */
function intoEmpty(
  { session, styles }: Batch,
  file: XliffFile,
  layout: UnitLayout,
  units: readonly string[],
): ReturnType<Insertion['print']> {
  const { text, syntax } = session
  const container = file.container ?? file.element
  const lead =
    layout.indent === '' && indentAt(text, container.start) === null && !text.includes('\n')
      ? ''
      : styles.eol + layout.indent
  const outer = lead === '' ? '' : styles.eol + (indentAt(text, container.start) ?? '')
  const inner = units.map((unit) => lead + unit).join('')
  const body =
    file.container === null ? `${lead}<${syntax.prefix}body>${inner}${lead}</${syntax.prefix}body>` : inner
  if (container.isSelfClosing) {
    const opened = openTag(text.slice(container.start, container.openEnd))
    return {
      span: { start: container.start, end: container.end },
      text: `${opened}${body}${outer}</${container.name}>`,
    }
  }
  const last = childElements(container).at(-1)
  const at = last?.end ?? container.openEnd
  const rest = text.slice(at, container.closeStart)
  if (rest.trim() !== '')
    return { span: { start: container.closeStart, end: container.closeStart }, text: `${body}${outer}` }
  return {
    span: { start: at, end: container.closeStart },
    text: `${body}${rest.includes('\n') ? rest.slice(Math.max(rest.lastIndexOf('\n') - (rest.includes('\r\n') ? 1 : 0), 0)) : outer}`,
  }
}

/** Adds an empty `<file>` like the last one; the unit is added to it in the next round. */
function addFile(batch: Batch, original: string, name: string): false {
  const { session, styles } = batch
  const last = session.layout.files.at(-1)
  if (last === undefined || batch.changeSet.size > 0 || original === '') {
    if (batch.changeSet.size > 0) return false
    throw new EditError('unusable-path', name)
  }
  const { prefix } = session.syntax
  const taken = new Set(session.layout.files.map(({ element }) => attributeOf(element, 'id') ?? ''))
  const changes = new Map([
    ['original', original],
    ...(session.dialect.id === 'xliff-2' ? [['id', idFor(original, taken)] as const] : []),
  ])
  const tag = openTag(changeTag(session.text, last.element, changes, styles.charset))
  const indent = indentAt(session.text, last.element.start)
  const lead = indent === null ? '' : styles.eol + indent
  const step = indent === null ? '' : lead + (indent === '' ? '  ' : indent)
  const body = session.dialect.id === 'xliff-1' ? `${step}<${prefix}body></${prefix}body>` : ''
  const file = `${lead}${tag}${body}${lead}</${last.element.name}>`
  batch.edits.push({ span: { start: last.element.end, end: last.element.end }, text: file })
  batch.changeSet.add(`\u0000${original}`)
  return false
}
