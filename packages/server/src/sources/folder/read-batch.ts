import { isPlainKeyName } from '@dragoman/core'
import { type Document, type FileMatch, gettextPo, isWhole, matchFile, placeOf } from '@dragoman/formats'
import { type FileProblem, type FileRow, type FileState, fileBase, replacedBase } from '@dragoman/store'
import { type Replaced, recentlyReplaced, type SyncContext } from './context.ts'
import { carriersOf, type Place, partsOf, viewOf } from './file-parts.ts'
import { hashOf, type LocaleFile, readFileInside } from './read-locale-file.ts'
import type { ReadFile } from './sync-namespace.ts'

/** What a look at some files found. */
export type ReadBatch = {
  /** To be merged: changed on disk, or asked for because the catalog changed. */
  readonly files: readonly ReadFile[]
  /** Wanted by the catalog and not on disk. */
  readonly absent: readonly Place[]
  /** New states of files that cannot take part. */
  readonly states: readonly FileTrouble[]
  /** Some of the paths lead through a link. */
  readonly linked: boolean
}

export type FileTrouble = Place & { readonly state: FileState; readonly problem: FileProblem | null }

/** Languages of files that the catalog has changed, by path. */
export type FromCatalog = ReadonlyMap<string, ReadonlySet<string>>

export type ReadRequest = {
  readonly paths: readonly string[]
  readonly fromCatalog: FromCatalog
  /** All files of the source. */
  readonly rows: readonly FileRow[]
  readonly sourceLanguage: string
}

/** Reads the files of a batch and leaves out those that are as they were. */
export async function readBatch(context: SyncContext, request: ReadRequest): Promise<ReadBatch> {
  const { format, source } = context
  const { paths, fromCatalog, rows, sourceLanguage } = request
  const files: ReadFile[] = []
  const absent: Place[] = []
  const states: FileTrouble[] = []
  let linked = false
  const { folder, pattern } = source
  const carriers =
    format.languages === 'two' || format.holdsSources !== undefined
      ? await carriersOf({ folder, pattern, paths, rows, sourceLanguage })
      : null
  const rowsOf = groupByPath(rows)
  const taken = new Map<string, string>()
  for (const row of rows) if (row.state !== 'missing') taken.set(partId(row), row.path)
  // `en-US` beside `en_US`: the file that was met first is the language's file.
  const isFree = (place: Place) => (taken.get(partId(place)) ?? place.path) === place.path

  for (const path of paths) {
    const match = matchFile(source.pattern, path)
    if (match === null) continue
    const known = rowsOf.get(path) ?? []
    const wanted = fromCatalog.get(path)
    const concurrentWrites = context.concurrentWrites.get(path)?.[0]
    const file: LocaleFile =
      concurrentWrites === undefined
        ? await readFileInside(source.folder, path)
        : { kind: 'bytes', bytes: concurrentWrites, hash: hashOf(concurrentWrites), modifiedMs: 0 }
    if (file.kind !== 'bytes') {
      const isLink = file.kind === 'unreadable' && file.code === 'link'
      linked ||= isLink
      // A link that nobody has to do with is no file of ours: it is told of as left out, and that is all.
      if (isLink && known.length === 0 && wanted === undefined) continue
      const places = placesOfNoFile(path, match, { known, wanted, sourceLanguage }).filter(isFree)
      if (file.kind === 'missing' && wanted !== undefined) absent.push(...places)
      else states.push(...troubleOf(file, places, wanted !== undefined))
      continue
    }
    const base = known.some((row) => row.syncedAt !== null) ? await baseOf(context, path) : null
    const isSame = base !== null && base.hash === file.hash
    // A file that was broken, away or not writable may be as it was, and yet lack what was saved meanwhile:
    // it is merged.
    const isDone = (row: FileRow) =>
      row.state === 'in-step' && row.hasAnyKeys && (row.limits !== null || format.limitsOf === undefined)
    if (isSame && wanted === undefined && known.every(isDone)) continue
    const isCarrier = carriers?.get(match.namespace) === path
    const parts = partsOf({
      format,
      path,
      match,
      bytes: file.bytes,
      rows: known,
      sourceLanguage,
      wanted: wanted ?? NONE,
      isCarrier,
    })
    const places = parts.filter(isFree)
    for (const place of places) taken.set(partId(place), path)
    const due = places.filter(
      ({ language, row }) => !isSame || wanted?.has(language) === true || row === null || !isDone(row),
    )
    const read = due.map((place) => ({ place, document: format.read(file.bytes, viewOf(place)) }))
    const broken = read.find(({ document }) => !isWhole(document))
    if (broken !== undefined) {
      const problem = problemOf(broken.document)
      for (const place of places) states.push({ ...place, state: 'unreadable', problem })
      continue
    }
    const baseBytes = isSame || base === null ? null : await base.bytes()
    const written = isSame
      ? []
      : recentlyReplaced(
          context.replaced.get(path) ?? (await lastReplaced(context, path, baseBytes)),
          file.modifiedMs,
        )
    for (const { place, document } of read) {
      const wasSynced = place.row !== null && place.row.syncedAt !== null
      const before = asTaken(isSame ? document : baseDocument(context, place, baseBytes), place.row)
      files.push({
        ...place,
        bytes: file.bytes,
        hash: file.hash,
        isOvertaken: concurrentWrites !== undefined,
        document,
        base: wasSynced ? before : null,
        ownWrites: written.map((one) => ({
          before: format.read(one.before, viewOf(place)),
          after: format.read(one.after, viewOf(place)),
        })),
      })
    }
  }
  return { files, absent, states, linked }
}

const NONE: ReadonlySet<string> = new Set()

function partId({ language, namespace }: Pick<Place, 'language' | 'namespace'>): string {
  return `${language}\n${namespace}`
}

function groupByPath(rows: readonly FileRow[]): ReadonlyMap<string, readonly FileRow[]> {
  const groups = new Map<string, FileRow[]>()
  for (const row of rows) {
    const group = groups.get(row.path)
    if (group === undefined) groups.set(row.path, [row])
    else group.push(row)
  }
  return groups
}

type Known = {
  readonly known: readonly FileRow[]
  readonly wanted: ReadonlySet<string> | undefined
  readonly sourceLanguage: string
}

/**
 * The parts of a file that cannot be looked into: those that are known, those that the catalog wants, else
 * what the path says.
 */
function placesOfNoFile(
  path: string,
  { language, namespace }: FileMatch,
  { known, wanted, sourceLanguage }: Known,
): Place[] {
  const languages = new Set([...known.map((row) => row.language), ...(wanted ?? [])])
  if (languages.size === 0) languages.add(language ?? sourceLanguage)
  return [...languages].map((tag) => {
    const row = known.find((candidate) => candidate.language === tag) ?? null
    return { path, language: tag, namespace, side: row?.side ?? 'target', row }
  })
}

function troubleOf(
  file: Exclude<LocaleFile, { kind: 'bytes' }>,
  places: readonly Place[],
  isWanted: boolean,
): FileTrouble[] {
  if (file.kind === 'unreadable') {
    const state = isWanted && file.code === 'link' ? 'unwritable' : 'unreadable'
    return places.map((place) => ({ ...place, state, problem: { code: file.code } }))
  }
  const gone = places.filter(({ row }) => row !== null && row.state !== 'missing')
  return gone.map((place) => ({ ...place, state: 'missing', problem: null }))
}

function problemOf(document: Document): FileProblem {
  const issue = document.issues.find((found) => found.severity === 'error')
  const { line, column } = placeOf(document.text, issue?.span.start ?? 0)
  return {
    code: issue?.code ?? 'unreadable',
    line,
    column,
    ...(issue?.params ? { params: issue.params } : {}),
  }
}

/** A part as it was last synced, where the file was whole then. */
function baseDocument({ format }: SyncContext, place: Place, bytes: Uint8Array | null): Document | null {
  if (bytes === null) return null
  const document = format.read(bytes, viewOf(place))
  return isWhole(document) ? document : null
}

/**
 * A base without the keys that were left out when it was taken: the catalog never had them, so nobody has
 * removed them there.
 */
function asTaken(base: Document | null, row: FileRow | null): Document | null {
  if (base === null || row === null || row.hasAnyKeys || base.format === gettextPo.id) return base
  const entries = new Map(
    [...base.entries].filter(([, { name, unit }]) => isPlainKeyName(unit?.name ?? name)),
  )
  return entries.size === base.entries.size ? base : { ...base, entries }
}

/** What this program wrote there last, before it was started anew. */
async function lastReplaced(
  { store, source }: SyncContext,
  path: string,
  base: Uint8Array | null,
): Promise<readonly Replaced[]> {
  const last = await store.read((r) => replacedBase(r, source.id, path))
  return last === null || base === null ? [] : [{ ...last, after: base }]
}

type Base = { readonly hash: string; readonly bytes: () => Promise<Uint8Array | null> }

/**
 * The last synced state of a file: its hash from memory where it is known. Null where it was never synced.
 */
async function baseOf({ store, source, baseHashes }: SyncContext, path: string): Promise<Base | null> {
  const load = () => store.read((r) => fileBase(r, source.id, path))
  const known = baseHashes.get(path)
  if (known !== undefined) return { hash: known, bytes: load }
  const bytes = await load()
  if (bytes === null) return null
  const hash = hashOf(bytes)
  baseHashes.set(path, hash)
  return { hash, bytes: async () => bytes }
}
