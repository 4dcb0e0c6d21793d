import type { Document, Entry, EntryEdit, Format, View } from '../../src/index.ts'
import { EditError, isWhole } from '../../src/index.ts'
import { changedOthers, hasTakenComment, headOf, lostLine } from './kept.ts'

/** The result of a law. `refused` is an EditError of a kind that the format can throw. */
export type Verdict =
  | { readonly kind: 'held' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'broken'; readonly how: string }

const HELD: Verdict = { kind: 'held' }

/** Checks that no edit, and setting every text to itself, give the same bytes. */
export function identity(format: Format, bytes: Uint8Array, view?: View): Verdict {
  const document = format.read(bytes, view)
  if (!isWhole(document))
    return broken(`not whole: ${JSON.stringify(document.issues.find((issue) => issue.severity === 'error'))}`)
  if (!sameBytes(format.edit(document, []), bytes)) return broken('no edit changes the bytes')
  const sets = [...document.entries.values()].map(
    (entry): EntryEdit => ({ kind: 'set', name: entry.name, text: entry.text }),
  )
  return sameBytes(format.edit(document, sets), bytes)
    ? HELD
    : broken('setting every text to what it is changes the bytes')
}

/**
 * Checks that setting one text changes only the lines of its value; reading again returns that text and all
 * others unchanged. Emptying one can also change the marker of its state, but that of no other key.
 */
export function oneEdit(format: Format, bytes: Uint8Array, entry: Entry, text: string, view?: View): Verdict {
  const document = format.read(bytes, view)
  return attempt(() => {
    const edited = format.edit(document, [{ kind: 'set', name: entry.name, text }])
    const again = format.read(edited, view)
    if (!isWhole(again))
      return broken(`not whole after setting ${name(entry.name)} to ${JSON.stringify(text)}`)
    const wrong = differences(again, withCompany(document, again, entry).set(entry.name, text))
    if (wrong !== null) return broken(`setting ${name(entry.name)} to ${JSON.stringify(text)}: ${wrong}`)
    const isEmptied = format.states !== undefined && text === '' && entry.text !== ''
    if (isEmptied && !hasStatesOf(again, document, entry))
      return broken(`a state changed with ${name(entry.name)}`)
    const outside = changeOutside(format, { before: document.text, after: again.text, entry, isEmptied })
    return outside === null ? HELD : broken(`setting ${name(entry.name)}: ${outside}`)
  })
}

/** Checks that removing one entry removes its name and nothing else; adding it again gives the same texts. */
export function removeAndAdd(format: Format, bytes: Uint8Array, entry: Entry, view?: View): Verdict {
  const document = format.read(bytes, view)
  return attempt(() => {
    const without = format.read(format.edit(document, [{ kind: 'remove', name: entry.name }]), view)
    if (!isWhole(without)) return broken(`not whole without ${name(entry.name)}`)
    const expected = textsOf(document)
    expected.delete(entry.name)
    if (without.entries.has(entry.name) && isNeeded(document, entry))
      return without.text === document.text ? { kind: 'refused', code: 'needed' } : broken('a needed entry')
    const wrong = differences(without, expected)
    if (wrong !== null) return broken(`without ${name(entry.name)}: ${wrong}`)
    const other = changedOthers(document, without, entry)
    if (other !== null) return broken(`without ${name(entry.name)}: ${other}`)
    const lostText = lostLine(document, without, entry)
    if (lostText !== null) return broken(`without ${name(entry.name)} there is no ${name(lostText)}`)
    const names = [...document.entries.keys()]
    const after = names.slice(0, names.indexOf(entry.name)).reverse()
    const { path, text, unit, source, state, comment } = entry
    const addition: EntryEdit = {
      kind: 'add',
      path,
      text,
      after,
      ...defined({ unit, source, state, comment }),
    }
    const again = format.read(format.edit(without, [addition]), view)
    if (!isWhole(again)) return broken(`not whole with ${name(entry.name)} again`)
    const lost =
      differences(again, withCompany(document, again, entry)) ??
      changedOnAdding({ document, without, again }, entry)
    return lost === null ? HELD : broken(`with ${name(entry.name)} again: ${lost}`)
  })
}

/** A file as it was, without an entry, and with it again. */
type Added = { readonly document: Document; readonly without: Document; readonly again: Document }

/** Returns what the addition of an entry changed elsewhere, or null. */
function changedOnAdding({ document, without, again }: Added, entry: Entry): string | null {
  const head = headOf(without)
  if (head !== null && !again.text.startsWith(head)) return 'the head comment of the file has moved'
  const added = again.entries.get(entry.name)
  if (hasTakenComment(document, added, entry)) return `it has the comment ${name(added?.comment ?? '')}`
  return changedOthers(without, again, entry)
}

/** Returns whether an entry stays because others need it: the format of a key of a strings dictionary with variables. */
function isNeeded({ format, text }: Document, { span, unit }: Entry): boolean {
  const variable = text.indexOf('<dict', span.end)
  const isOfKey = variable >= 0 && variable < text.indexOf('</dict>', span.end)
  return format === 'apple-stringsdict' && unit === undefined && isOfKey
}

/**
 * Returns the texts of `document`, and those that came with a plural form that was the last of its key: Qt
 * counts forms by position, so it needs them all; a strings dictionary needs a format that uses the variable.
 */
function withCompany(document: Document, again: Document, { unit }: Entry): Map<string, string> {
  const expected = textsOf(document)
  if (unit === undefined || unit.plural === 'none') return expected
  const isOfKey = (path: Entry['path']) =>
    path.every((part, i) => i >= unit.path.length || part === unit.path[i])
  for (const { name, path, text } of again.entries.values())
    if (!expected.has(name) && isOfKey(path)) expected.set(name, text)
  return expected
}

/** Checks that renaming keeps the text and everything else. */
export function rename(format: Format, bytes: Uint8Array, entry: Entry, view?: View): Verdict {
  const document = format.read(bytes, view)
  const last = entry.path.at(-1)
  if (typeof last !== 'string') return { kind: 'refused', code: 'place-taken' }
  const grown = [...entry.path.slice(0, -1), `${last}Renamed`]
  const path = entry.unit === undefined || entry.unit.plural === 'none' ? grown : entry.path
  if (path !== grown) return { kind: 'refused', code: 'plural' }
  return attempt(() => {
    const edit: EntryEdit = {
      kind: 'rename',
      name: entry.name,
      path,
      ...(entry.unit ? { unit: { ...entry.unit, name: `${entry.unit.name}Renamed`, path } } : {}),
    }
    const again = format.read(format.edit(document, [edit]), view)
    if (!isWhole(again)) return broken(`not whole after renaming ${name(entry.name)}`)
    const expected = textsOf(document)
    expected.delete(entry.name)
    const left = [...textsOf(again)].filter(([key]) => !expected.has(key))
    if (left.length !== 1 || left[0]?.[1] !== entry.text)
      return broken(`renaming ${name(entry.name)} gives ${JSON.stringify(left.slice(0, 3))}`)
    expected.set(left[0][0], entry.text)
    const wrong = differences(again, expected)
    return wrong === null ? HELD : broken(`renaming ${name(entry.name)}: ${wrong}`)
  })
}

function attempt(run: () => Verdict): Verdict {
  try {
    return run()
  } catch (error) {
    if (error instanceof EditError) return { kind: 'refused', code: error.code }
    throw error
  }
}

function broken(how: string): Verdict {
  return { kind: 'broken', how }
}

function name(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)
}

function defined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // The compiler does not know that the filter removes undefined values.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

export function textsOf(document: Document): Map<string, string> {
  return new Map([...document.entries.values()].map((entry) => [entry.name, entry.text]))
}

/** Returns the first name whose text is not the expected one, or null. */
function differences(document: Document, expected: ReadonlyMap<string, string>): string | null {
  const actual = textsOf(document)
  for (const [key, text] of expected) {
    if (actual.get(key) !== text)
      return `${name(key)} is ${JSON.stringify(actual.get(key))}, not ${JSON.stringify(text)}`
  }
  for (const key of actual.keys()) if (!expected.has(key)) return `${name(key)} has come`
  return null
}

/** Returns whether the states of all other keys are as before. */
function hasStatesOf({ entries }: Document, before: Document, { name, unit }: Entry): boolean {
  return [...before.entries.values()].every(
    (other) =>
      other.name === name ||
      (unit !== undefined && other.unit?.name === unit.name) ||
      entries.get(other.name)?.state === other.state,
  )
}

type Edited = {
  readonly before: string
  readonly after: string
  readonly entry: Entry
  /** Markers of states are not compared. */
  readonly isEmptied: boolean
}

/**
 * Returns the changes outside the lines of a value, or null. The text before and after them is compared,
 * because a difference can be described in several ways.
 */
function changeOutside(
  format: Format,
  { before, after: written, entry: { span }, isEmptied }: Edited,
): string | null {
  const compared = (text: string) => (isEmptied ? text.replaceAll(STATE_MARKERS, '') : text)
  const after = compared(written)
  const first =
    format.id === 'java-properties' ? entryStart(before, span.start) : lineStart(before, span.start)
  const last = lineEnd(before, span.end)
  const [above, below] = [compared(before.slice(0, first)), compared(before.slice(last))]
  if (!after.startsWith(above)) return 'text before its lines changed'
  if (!after.endsWith(below)) return `text after its lines changed: ${JSON.stringify(below.slice(0, 60))}`
  return after.length < above.length + below.length ? 'text beside its lines was lost' : null
}

/** Attributes of XLIFF and Qt, and a member of string catalogs. */
const STATE_MARKERS = /\s(?:state|subState|approved|type)\s*=\s*(?:"[^"]*"|'[^']*')|"state"\s*:\s*"[^"]*"/g

/** In Java properties, a line that ends with an odd number of backslashes continues in the next one. */
function entryStart(text: string, at: number): number {
  const first = lineStart(text, at)
  const line = /(?<!\\)(?:\\\\)*\\(?:\r\n|[\r\n])$/.exec(text.slice(0, first))
  return line === null ? first : entryStart(text, line.index)
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
}

function lineEnd(text: string, at: number): number {
  const found = /[\r\n]/g
  found.lastIndex = at
  const match = found.exec(text)
  return match === null ? text.length : match.index + (text.startsWith('\r\n', match.index) ? 2 : 1)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a.buffer, a.byteOffset, a.length).equals(b)
}
