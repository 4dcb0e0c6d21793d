import { type EntryPath, pathOfName } from '@dragoman/core'
import {
  type Document,
  EditError,
  type EntryEdit,
  entryOfUnit,
  type FileUnit,
  type Format,
  isWhole,
  keyOfEntry,
  pluralBasesOf,
  unitsOf,
} from '@dragoman/formats'
import { viewOf } from '@dragoman/server/sync'
import { oneLine } from '../one-line.ts'
import { placeIn } from '../place-in.ts'
import type { FileSet, LocalFile, LocalPart } from '../sync/local-files.ts'
import { CommandError } from '../terminal.ts'

/** The keys to rename: one key, or with `below` all that start with it and a dot. */
export type Renaming = { readonly from: string; readonly to: string; readonly below: boolean }

export type RenamedFile = {
  readonly path: string
  readonly hash: string
  readonly bytes: Uint8Array
  readonly entries: readonly { readonly line: number; readonly from: string; readonly to: string }[]
}

export type RenamedNamespace = {
  readonly namespace: string
  /** New names by old names. */
  readonly names: ReadonlyMap<string, string>
  readonly files: readonly RenamedFile[]
}

/** Returns the namespaces of a set of files that have the key, or keys below it. */
export function namespacesWith(set: FileSet, renaming: Renaming): readonly string[] {
  const parts = set.files.flatMap((file) => file.parts)
  const namespaces = [...new Set(parts.map(({ namespace }) => namespace))]
  return namespaces.filter((namespace) => namesIn(set, namespace, renaming).size > 0)
}

/**
 * Renames a key in all files and languages of a namespace, including its plural forms and context variants,
 * keeping the position of each entry. Throws CommandError if the new name is taken or a format cannot store
 * it; then nothing must be written.
 */
export function renameInFiles(set: FileSet, namespace: string, renaming: Renaming): RenamedNamespace {
  const names = namesIn(set, namespace, renaming)
  refuseTaken(set, namespace, names)
  const files = set.files.flatMap((file) => renameInFile(set, { file, namespace, names }))
  return { namespace, names, files }
}

/** Returns the new names, by the old ones, of keys that already have them in a file, as after an interrupted run. */
export function namesDone(set: FileSet, namespace: string, renaming: Renaming): ReadonlyMap<string, string> {
  const back = namesIn(set, namespace, { ...renaming, from: renaming.to, to: renaming.from })
  return new Map([...back].map(([to, from]) => [from, to]))
}

function partsOf({ files }: FileSet, namespace: string): readonly LocalPart[] {
  return files.flatMap((file) => file.parts.filter((part) => part.namespace === namespace))
}

function basesOf(set: FileSet, namespace: string) {
  const { format, sourceLanguage } = set
  const files = partsOf(set, namespace).map(({ language, document }) => {
    return { language, entries: [...document.entries.values()] }
  })
  return pluralBasesOf(format, { known: [], files, sourceLanguage })
}

function unitsIn(set: FileSet, namespace: string): readonly FileUnit[] {
  const bases = basesOf(set, namespace)
  return partsOf(set, namespace).flatMap(({ document }) =>
    unitsOf(set.format, document.entries.values(), bases),
  )
}

function namesIn(set: FileSet, namespace: string, renaming: Renaming): ReadonlyMap<string, string> {
  return namesAmong(set.format, new Set(unitsIn(set, namespace).map(({ name }) => name)), renaming)
}

/** Returns the new names of all affected keys by their old names. */
export function namesAmong(
  format: Format,
  all: ReadonlySet<string>,
  { from, to, below }: Renaming,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  // Renamed keys that are again below the old name (`cart.*` to `cart.page.*`) are not renamed twice.
  const isRenamed = (name: string) => to.startsWith(`${from}.`) && name.startsWith(`${to}.`)
  for (const name of all) {
    const isMeant = below
      ? name.startsWith(`${from}.`) && !isRenamed(name)
      : name === from || isVariant(format, name, { from, all })
    if (isMeant) names.set(name, to + name.slice(from.length))
  }
  return names
}

/** i18next requests `friend_female` for `friend` with a context. */
function isVariant(
  { plurals }: Format,
  name: string,
  { from, all }: { readonly from: string; readonly all: ReadonlySet<string> },
): boolean {
  return (
    plurals === 'names' &&
    all.has(from) &&
    name.startsWith(`${from}_`) &&
    /^_[a-z0-9]+$/i.test(name.slice(from.length))
  )
}

/**
 * Refuses a new name that a part has next to the old one. A part that has only the new name is one that an interrupted
 * run has renamed.
 */
function refuseTaken(set: FileSet, namespace: string, names: ReadonlyMap<string, string>): void {
  const bases = basesOf(set, namespace)
  const targets = new Set(names.values())
  const kept = new Set<string>()
  for (const { document } of partsOf(set, namespace)) {
    const own = new Set(unitsOf(set.format, document.entries.values(), bases).map(({ name }) => name))
    for (const [from, to] of names)
      if (own.has(from) && own.has(to) && !names.has(to))
        throw new CommandError(`There is already a key ${oneLine(to)}. Nothing was changed.`)
    for (const name of own) if (!names.has(name) && !targets.has(name)) kept.add(name)
  }
  if (!set.format.supports.includes('nesting') || isFlat(partsOf(set, namespace))) return
  for (const to of targets) {
    if (hasEmptyPart(to)) continue
    const inside = [...kept].find((name) => name.startsWith(`${to}.`) || to.startsWith(`${name}.`))
    if (inside !== undefined)
      throw new CommandError(
        oneLine(`${to} and ${inside} cannot both be keys of a nested file. Nothing was changed.`),
      )
  }
}

function isFlat(parts: readonly LocalPart[]): boolean {
  return parts.every(({ document }) => isFlatDocument(document))
}

/** Whether a name cannot be the path of a nested key: "Loading..." is a text. */
export function hasEmptyPart(name: string): boolean {
  return name.split('.').includes('')
}

/** Whether a file of a namespace has keys inside of others. */
export function isNested(set: FileSet, namespace: string): boolean {
  return partsOf(set, namespace).some(({ document }) =>
    [...document.entries.values()].some(({ path }) => path.length > 1),
  )
}

/** Whether all entries are at the top level although some names have dots. */
export function isFlatDocument({ entries }: Document): boolean {
  let hasDots = false
  for (const { path, name } of entries.values()) {
    if (path.length > 1) return false
    hasDots ||= name.includes('.')
  }
  return hasDots
}

type OneFile = {
  readonly file: LocalFile
  readonly namespace: string
  readonly names: ReadonlyMap<string, string>
}

function renameInFile(set: FileSet, { file, namespace, names }: OneFile): RenamedFile[] {
  const { format } = set
  const bases = basesOf(set, namespace)
  let bytes = file.bytes
  const entries: RenamedFile['entries'][number][] = []
  for (const { language, side, document: first } of file.parts.filter(
    (part) => part.namespace === namespace,
  )) {
    const document = bytes === file.bytes ? first : format.read(bytes, viewOf({ language, side }))
    const isFlatFile = isFlatDocument(document)
    const all = [...document.entries.values()].map(({ path }) => path)
    const edits: EntryEdit[] = []
    for (const entry of document.entries.values()) {
      const key = keyOfEntry(format, entry, bases)
      const to = names.get(key.name)
      if (to === undefined) continue
      const path = newPath(format, { old: key.path, to, isFlatFile, all })
      const place = entryOfUnit(format, { name: to, plural: key.plural, path }, key.form)
      if (place === null) continue
      const unit = place.unit ?? (entry.unit === undefined ? undefined : { ...entry.unit, name: to, path })
      edits.push({
        kind: 'rename',
        name: entry.name,
        path: place.path,
        ...(unit === undefined ? {} : { unit }),
      })
      const { line } = placeIn(document, entry.span.start)
      entries.push({ line, from: shownName(entry.name), to: shownName(place.name) })
    }
    if (edits.length > 0) bytes = edited(format, document, { edits, path: file.path })
    if (!isWhole(format.read(bytes, viewOf({ language, side }))))
      throw new CommandError(`${file.path} would not be readable. Nothing was changed.`)
  }
  return bytes === file.bytes ? [] : [{ path: file.path, hash: file.hash, bytes, entries }]
}

type Renamed = {
  readonly old: EntryPath
  readonly to: string
  readonly isFlatFile: boolean
  /** The paths of all keys of the file or namespace. */
  readonly all: readonly EntryPath[]
}

/** Returns the path of a key under its new name: nested keys stay nested, and items of arrays in their array. */
export function newPath({ supports }: Format, { old, to, isFlatFile, all }: Renamed): EntryPath {
  const isNested = old.length > 1 || (!isFlatFile && supports.includes('nesting'))
  return pathOfName(to, { isNested, old, others: all })
}

function edited(
  format: Format,
  document: Document,
  { edits, path }: { readonly edits: readonly EntryEdit[]; readonly path: string },
): Uint8Array {
  try {
    return format.edit(document, edits)
  } catch (error) {
    if (!(error instanceof EditError)) throw error
    const reason = REASONS.get(error.code) ?? error.code.replaceAll('-', ' ')
    throw new CommandError(
      oneLine(`${path}: ${error.entry} cannot be renamed: ${reason}. Nothing was changed.`),
    )
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['place-taken', 'something else has that name'],
  ['read-only', 'the name is derived from the source text'],
  ['unusable-path', 'the format cannot have that name'],
  ['not-representable', 'the format cannot express it'],
])

/** Replaces the character between a name and its plural form. */
function shownName(name: string): string {
  return name.replace('\u0000', ' ')
}
