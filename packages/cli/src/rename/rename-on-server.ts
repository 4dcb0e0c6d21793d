import { api, type PushedChange, type RefusedChange } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { entryOfUnit, type Format, keyOfEntry, pluralBasesOf } from '@dragoman/formats'
import { oneLine } from '../one-line.ts'
import type { Connection } from '../server/connect.ts'
import { batchesOf } from '../sync/batches-of.ts'
import type { FileSet } from '../sync/local-files.ts'
import { fetchNamespace } from '../sync/server-texts.ts'
import { type AgreedEntry, documentOfState, type PartState, type SyncState } from '../sync/sync-state.ts'
import { CommandError } from '../terminal.ts'
import { isFlatDocument, namesAmong, newPath, type Renaming } from './rename-in-files.ts'

export type ServerRenaming = {
  readonly project: string
  readonly namespace: string
  /** New names by old names; empty if the server already has the new ones or never had the key. */
  readonly names: ReadonlyMap<string, string>
  readonly changes: readonly RenamingChange[]
}

/** The change of the key that has the name `from`. */
type RenamingChange = { readonly from: string; readonly change: PushedChange }

export type ServerProject = {
  readonly connection: Connection
  readonly project: string
  readonly namespace: string
  readonly format: Format
  /** Whether apps that request the old name still get the key. */
  readonly keepOldName: boolean
}

/** Plans a renaming in a project on a server. Throws CommandError if a new name is taken there. */
export async function planOnServer(place: ServerProject, renaming: Renaming): Promise<ServerRenaming> {
  const { connection, project, namespace, format, keepOldName } = place
  const { keys } = await fetchNamespace(connection, project, { namespace, languages: [] })
  const all = new Set(keys.map(({ name }) => name))
  const names = namesAmong(format, all, renaming)
  for (const to of names.values())
    if (all.has(to) && !names.has(to))
      throw new CommandError(
        `There is already a key ${oneLine(to)} in ${project} on ${connection.server}. Nothing was changed.`,
      )
  const isFlatFile =
    keys.every(({ path }) => path.length === 1) && keys.some(({ name }) => name.includes('.'))
  const paths = keys.map(({ path }) => path)
  const changes = keys.flatMap(({ id, name, path, version }): RenamingChange[] => {
    const to = names.get(name)
    if (to === undefined) return []
    const fields = { name: to, path: [...newPath(format, { old: path, to, isFlatFile, all: paths })] }
    const change = { kind: 'edit-key', keyId: id, fields, keepOldName, baseVersion: version } as const
    return [{ from: name, change }]
  })
  return { project, namespace, names, changes }
}

/**
 * Renames the keys, so that they keep texts, history and reviews: in one operation, or in several if they are more than
 * one request can have. Throws CommandError.
 */
export async function renameOnServer(
  { call, server }: Connection,
  { project, changes }: ServerRenaming,
): Promise<void> {
  const refusals: (Pick<RefusedChange, 'code'> & { readonly from: string })[] = []
  for (const batch of batchesOf(changes, LIMITS.bulkKeysMax)) {
    const body = { origin: 'dragoman rename', languages: [], changes: batch.map(({ change }) => change) }
    const { refused } = await call(api.texts.push, { params: { project }, body })
    for (const { change, code } of refused) refusals.push({ code, from: batch[change]?.from ?? '' })
  }
  const [first] = refusals
  if (first === undefined) return
  const why =
    first.code === 'not-allowed' ? 'this token does not allow it' : 'someone changed keys in the meantime'
  throw new CommandError(
    `${refusals.length} of ${changes.length} keys such as ${oneLine(first.from)} were not renamed in ${project} on ${server}: ${why}. The files were not changed; run it again.`,
  )
}

/**
 * Renames the keys in the sync state too, so that a text changed on one side does not cause a conflict later.
 */
export async function renameInState(
  state: SyncState,
  { set, namespace }: { readonly set: FileSet; readonly namespace: string },
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const { format, sourceLanguage } = set
  const isOwn = (part: PartState) => part.namespace === namespace
  for (const path of new Set(set.files.map((file) => file.path))) {
    const before = await state.read(path)
    if (before === null || !before.parts.some(isOwn)) continue
    const documents = before.parts.filter(isOwn).map((part) => documentOfState(part, format))
    const bases = pluralBasesOf(format, {
      known: [],
      files: documents.map(({ entries }) => ({ language: sourceLanguage, entries: [...entries.values()] })),
      sourceLanguage,
    })
    const renamed = (part: PartState): PartState =>
      isOwn(part) ? { ...part, mark: null, entries: renamedEntries(part, { format, bases, names }) } : part
    await state.write(path, {
      ...before,
      parts: before.parts.map(renamed),
      ...(before.sending && { sending: before.sending.map(renamed) }),
    })
  }
}

function renamedEntries(
  part: PartState,
  {
    format,
    bases,
    names,
  }: {
    readonly format: Format
    readonly bases: ReturnType<typeof pluralBasesOf>
    readonly names: ReadonlyMap<string, string>
  },
): readonly AgreedEntry[] {
  const isFlatFile = isFlatDocument(documentOfState(part, format))
  const all = part.entries.map(({ path }) => path)
  return part.entries.map((entry) => {
    const key = keyOfEntry(format, entry, bases)
    const to = names.get(key.name)
    const path = to === undefined ? [] : newPath(format, { old: key.path, to, isFlatFile, all })
    const place =
      to === undefined ? null : entryOfUnit(format, { name: to, plural: key.plural, path }, key.form)
    if (to === undefined || place === null) return entry
    const unit = place.unit ?? (entry.unit && { ...entry.unit, name: to, path })
    return { ...entry, name: place.name, path: place.path, ...(unit && { unit }) }
  })
}
