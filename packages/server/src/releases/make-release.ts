import { Failure } from '@dragoman/contract'
import { languageChanges, type RecordedActor } from '@dragoman/core'
import {
  addRelease,
  addReleaseTexts,
  listLanguages,
  lockProject,
  newestRelease,
  projectById,
  type ReleaseFileRow,
  type ReleaseRow,
  releaseFiles,
  type Store,
  type Writer,
} from '@dragoman/store'
import { foundProject } from '../access/require-rows.ts'
import type { ReleaseTextsReader } from '../publish/release-texts.ts'
import { openChangeCounter } from './count-changes.ts'
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
 * Makes a release of the texts at one moment. They are read, and compared with the release before, while people
 * continue writing; what was written in the meantime is read again, the last of it in the transaction that adds the
 * release. Throws `not-found` and `nothing-to-release`. `write`: the transaction of the caller.
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
  const countChanges = openChangeCounter(releaseTexts)
  let known: readonly ReleaseFileRow[] = []
  let revision = -1
  for (let reading = 0; reading < READINGS; reading++) {
    const read = await store.read(async (r) => {
      const project = foundProject(await projectById(r, projectId))
      if (project.revision === revision) return null
      const last = await newestRelease(r, project.id)
      const before = last === null ? [] : await releaseFiles(r, last.id)
      const snapshot = await readSnapshot(r, project, [...before, ...known])
      for (const [hash, bytes] of snapshot.texts) texts.set(hash, bytes)
      // The transaction only adds up what is counted here.
      await countChanges(r, { projectId, before, after: snapshot.files, packed: texts })
      return { files: snapshot.files, revision: project.revision }
    })
    if (read === null) break
    known = read.files
    revision = read.revision
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
    const changedTexts = await countChanges(w, { projectId, before, after: snapshot.files, packed: fresh })
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
