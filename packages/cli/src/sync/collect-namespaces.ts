import type { StateOfTexts } from '@dragoman/contract'
import { isPseudoLanguage } from '@dragoman/core'
import { matchFile } from '@dragoman/formats'
import { viewOf } from '@dragoman/server/sync'
import { CommandError } from '../terminal.ts'
import type { DeletedPart } from './deleted-files.ts'
import type { FileSet, LocalPart } from './local-files.ts'
import { pathOfLanguage } from './new-files.ts'
import type { PartWithBase } from './plan-namespace.ts'
import { markName } from './server-texts.ts'
import type { FileState, PartState, SyncState } from './sync-state.ts'

/** The files of one namespace that can differ from the server. */
export type NamespaceFiles = {
  readonly set: FileSet
  readonly namespace: string
  /** False: files and server have not changed since they agreed. */
  readonly isDue: boolean
  /** Parts that have changed on either side since then, or never agreed. */
  readonly parts: readonly PartWithBase[]
  readonly others: readonly LocalPart[]
  /** Parts that were synced before and whose language was removed on the server since: they stay as they are. */
  readonly left: readonly PartWithBase[]
  /** Languages of the server that have no file here, with its path. */
  readonly missing: readonly { readonly language: string; readonly path: string }[]
}

type Request = {
  readonly sets: readonly FileSet[]
  readonly state: SyncState
  readonly writes: boolean
  readonly languages: ReadonlySet<string> | null
  /** Parts whose file was deleted here: it is not created again, and with `deletes` their texts are deleted there. */
  readonly deleted: readonly DeletedPart[]
  readonly deletes: boolean
}

type Server = { readonly state: StateOfTexts; readonly marks: ReadonlyMap<string, string> }

/**
 * Returns the namespaces of all files, and those of the server for which files can be created. `elsewhere`:
 * namespaces of the server that match no pattern. Throws CommandError if two files contain the same texts.
 */
export async function collectNamespaces(
  request: Request,
  server: Server,
): Promise<{ readonly found: readonly NamespaceFiles[]; readonly elsewhere: readonly string[] }> {
  const { sets } = request
  const found: NamespaceFiles[] = []
  requireOnce(sets)
  const known = new Set<string>()
  for (const set of sets) {
    const parts = [
      ...set.files.flatMap((file) => file.parts),
      ...request.deleted.filter((one) => one.set === set),
    ]
    const namespaces = new Set(parts.map(({ namespace }) => namespace))
    for (const namespace of namespaces) {
      known.add(namespace)
      found.push(await collect(request, server, { set, namespace }))
    }
  }
  const elsewhere: string[] = []
  for (const namespace of new Set(server.state.texts.map((one) => one.namespace))) {
    if (known.has(namespace)) continue
    const [set, another] = sets
    const { sourceLanguage: language } = server.state
    const hasPlace =
      set !== undefined && another === undefined && pathOfLanguage(set, { namespace, language })
    if (hasPlace) found.push(await collect(request, server, { set, namespace }))
    else elsewhere.push(namespace)
  }
  return { found, elsewhere }
}

type Place = { readonly set: FileSet; readonly namespace: string }

async function collect(request: Request, server: Server, { set, namespace }: Place): Promise<NamespaceFiles> {
  const { state: store, writes, languages, deletes } = request
  const parts: PartWithBase[] = []
  const others: LocalPart[] = []
  const left: PartWithBase[] = []
  for (const file of set.files) {
    const own = file.parts.filter((part) => part.namespace === namespace)
    if (own.length === 0) continue
    const before = await store.read(file.path)
    for (const part of [...own, ...(writes ? languagesToCome(set, file, own, server) : [])]) {
      const last = agreedPart(before, part)
      const isKnown = server.state.languages.includes(part.language)
      if (!isKnown && last !== null && last.entries.length > 0) {
        left.push({ ...part, agreed: last, sending: null })
        continue
      }
      // A language that was removed and added again is read as new.
      const agreed = last?.isLeft ? null : last
      const mark = server.marks.get(markName(namespace, part.language)) ?? null
      const isSame = before?.hash === file.hash && agreed?.mark != null && agreed.mark === mark
      if (isSame || !isAsked(languages, part.language)) others.push(part)
      else parts.push({ ...part, agreed, sending: partOf(before?.sending, part) })
    }
  }
  if (deletes)
    for (const { set: of, ...part } of request.deleted)
      if (of === set && part.namespace === namespace) parts.push(part)
  const missing = writes ? await missingLanguages(request, server, { set, namespace }) : []
  return { set, namespace, isDue: parts.length > 0 || missing.length > 0, parts, others, left, missing }
}

/** Returns the languages to be added to a multilingual file. */
function languagesToCome(
  { format, pattern }: FileSet,
  { path, bytes }: FileSet['files'][number],
  own: readonly LocalPart[],
  { state }: Server,
): readonly LocalPart[] {
  const [first] = own
  if (format.languages !== 'many' || first === undefined || matchFile(pattern, path)?.language !== null)
    return []
  const there = new Set(own.map(({ language }) => language))
  const side = 'target' as const
  return state.languages
    .filter((language) => !there.has(language))
    .map((language) => ({
      ...first,
      language,
      side,
      document: format.read(bytes, viewOf({ language, side })),
    }))
}

async function missingLanguages(
  { state: store, languages, deleted }: Request,
  { state, marks }: Server,
  { set, namespace }: Place,
): Promise<NamespaceFiles['missing']> {
  const there = new Set(
    set.files.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.namespace === namespace ? [part.language] : [])),
    ),
  )
  const missing: { language: string; path: string }[] = []
  for (const language of state.languages) {
    if (there.has(language) || (languages !== null && !languages.has(language))) continue
    const path = pathOfLanguage(set, { namespace, language })
    const mark = marks.get(markName(namespace, language))
    if (path === null || mark === undefined || set.files.some((file) => file.path === path)) continue
    if (deleted.some((part) => part.path === path)) continue
    const before = await store.read(path)
    const isSame = before?.hash === NO_FILE && agreedPart(before, { language, namespace })?.mark === mark
    if (!isSame) missing.push({ language, path })
  }
  return missing
}

/** Instead of a hash: there is no file, because it would have no text. */
export const NO_FILE = ''

/** Returns whether a language is synced. Files of `dragoman pseudo` are only sent if requested by name. */
export function isAsked(languages: ReadonlySet<string> | null, language: string): boolean {
  return languages?.has(language) ?? !isPseudoLanguage(language)
}

/** Identifies the texts of a part. */
type Texts = Pick<LocalPart, 'language' | 'namespace'>

function agreedPart(state: FileState | null, part: Texts): PartState | null {
  return partOf(state?.parts, part)
}

/** Returns the part of these texts; null if there is none. */
export function partOf<Part extends Texts>(
  parts: readonly Part[] | undefined,
  { language, namespace }: Texts,
): Part | null {
  return parts?.find((one) => one.language === language && one.namespace === namespace) ?? null
}

function requireOnce(sets: readonly FileSet[]): void {
  const taken = new Map<string, string>()
  for (const { path, language, namespace } of sets.flatMap(({ files }) =>
    files.flatMap(({ parts }) => parts),
  )) {
    const name = markName(namespace, language)
    const other = taken.get(name)
    if (other !== undefined && other !== path)
      throw new CommandError(
        `${other} and ${path} are both ${language} of the namespace "${namespace}". Give one of their patterns a separate project in dragoman.json ("project" next to "pattern").`,
      )
    taken.set(name, path)
  }
}
