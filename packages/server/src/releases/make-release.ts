import { Failure } from '@dragoman/contract'
import { countDifferences, differencesOfTexts, languageChanges, type RecordedActor } from '@dragoman/core'
import {
  addRelease,
  addReleaseTexts,
  listLanguages,
  lockProject,
  newestRelease,
  type ProjectRow,
  projectById,
  type Reader,
  type ReleaseFileRow,
  type ReleaseRow,
  releaseFiles,
  type Store,
  type Writer,
} from '@dragoman/store'
import { foundProject } from '../access/require-rows.ts'
import type { ReleaseTextsReader } from '../publish/release-texts.ts'
import { readSnapshot, type Snapshot } from './read-snapshot.ts'

export type ReleaseRequest = {
  readonly projectId: number
  readonly title: string
  readonly notes: string
  readonly by: RecordedActor
  readonly at: string
  /** Called in the transaction that adds it. */
  readonly andThen?: (w: Writer, release: ReleaseRow) => Promise<void>
}

/** How often texts that were written in the meantime are read without blocking writers. */
const READINGS = 3

/**
 * Makes a release of the texts at one moment. They are read while people continue writing; what was written
 * in the meantime is read again, the last of it in the transaction that adds the release. Throws `not-found`
 * and `nothing-to-release`. `write`: the transaction of the caller.
 */
export async function makeRelease(
  {
    store,
    releaseTexts,
    write,
  }: {
    readonly store: Pick<Store, 'read'>
    readonly releaseTexts: ReleaseTextsReader
    readonly write: Store['write']
  },
  { projectId, title, notes, by, at, andThen }: ReleaseRequest,
): Promise<ReleaseRow> {
  const texts = new Map<string, Uint8Array>()
  let known: readonly ReleaseFileRow[] = []
  let revision = -1
  for (let reading = 0; reading < READINGS; reading++) {
    const read = await store.read(async (r) => {
      const project = foundProject(await projectById(r, projectId))
      if (project.revision === revision) return null
      const last = await newestRelease(r, project.id)
      const before = last === null ? [] : await releaseFiles(r, last.id)
      return { project, snapshot: await readSnapshot(r, project, [...before, ...known]) }
    })
    if (read === null) break
    for (const [hash, bytes] of read.snapshot.texts) texts.set(hash, bytes)
    known = read.snapshot.files
    revision = read.project.revision
  }
  return write(async (w) => {
    await lockProject(w, projectId)
    const project = foundProject(await projectById(w, projectId))
    const isSame = project.revision === revision
    const last = await newestRelease(w, project.id)
    const before = last === null ? [] : await releaseFiles(w, last.id)
    const snapshot: Snapshot = isSame
      ? { files: known, texts }
      : await readSnapshot(w, project, [...before, ...known])
    const fresh = new Map([...texts, ...snapshot.texts])
    const used = new Set(snapshot.files.map(({ hash }) => hash))
    await addReleaseTexts(w, project.id, new Map([...fresh].filter(([hash]) => used.has(hash))))
    const { sourceLanguage, syntax } = project
    const languages = (await listLanguages(w, projectId)).map(({ tag, fallback }) => ({ tag, fallback }))
    const changedLanguages = last === null ? [] : languageChanges(last.languages, languages)
    const changedTexts = await countChanges(w, { project, before, after: snapshot.files, releaseTexts })
    const isOtherSyntax = last !== null && last.syntax !== syntax
    const changes = changedTexts + changedLanguages.length + (isOtherSyntax ? 1 : 0)
    if (changes === 0 && last !== null) throw new Failure('nothing-to-release')
    const release = await addRelease(w, {
      projectId,
      title,
      notes,
      revision: project.revision,
      sourceLanguage,
      syntax,
      languages,
      changes,
      files: snapshot.files,
      by,
      at,
    })
    await andThen?.(w, release)
    return release
  }, by.id ?? undefined)
}

async function countChanges(
  r: Reader,
  {
    project,
    before,
    after,
    releaseTexts,
  }: {
    readonly project: ProjectRow
    readonly before: readonly ReleaseFileRow[]
    readonly after: readonly ReleaseFileRow[]
    readonly releaseTexts: ReleaseTextsReader
  },
): Promise<number> {
  let changes = 0
  for (const { from, to } of changedFiles(before, after)) {
    // Everything in a new file was added, everything in a removed one is gone: nothing has to be compared.
    if (from === null || to === null) {
      changes += (from ?? to)?.texts ?? 0
      continue
    }
    const had = await releaseTexts(r, project.id, from.hash)
    changes += countDifferences(differencesOfTexts(had, await releaseTexts(r, project.id, to.hash)))
  }
  return changes
}

/** Returns the files whose texts differ; null for the side without the file. */
export function changedFiles(
  before: readonly ReleaseFileRow[],
  after: readonly ReleaseFileRow[],
): readonly { readonly from: ReleaseFileRow | null; readonly to: ReleaseFileRow | null }[] {
  const placeOf = ({ language, namespace }: ReleaseFileRow) => `${language}\n${namespace}`
  const had = new Map(before.map((file) => [placeOf(file), file]))
  const has = new Map(after.map((file) => [placeOf(file), file]))
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((place) => {
    const [from, to] = [had.get(place) ?? null, has.get(place) ?? null]
    return from?.hash === to?.hash ? [] : [{ from, to }]
  })
}
