import { actorId } from '@dragoman/core'
import { keyByIdentity, type ProjectRow, releaseFiles, type Store } from '@dragoman/store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { AT, applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { openReleaseTexts, type ReleaseTextsReader } from '../src/publish/release-texts.ts'
import { makeRelease } from '../src/releases/make-release.ts'

onBoth('a release that is made', (open) => {
  let database: TestDatabase
  let store: Store
  let project: ProjectRow
  let isWriting: boolean
  /** The hashes that are read, outside of the transaction and in it. */
  let read: { readonly before: string[]; readonly inside: string[] }

  beforeEach(async () => {
    database = await open()
    store = database.store
    isWriting = false
    read = { before: [], inside: [] }
    project = await sampleProject(store, ['de'])
    await applied(store, project.id, [
      newKey('app', 'title', { en: 'Shop', de: 'Laden' }),
      newKey('mail', 'subject', { en: 'Order', de: 'Bestellung' }),
    ])
  })
  afterEach(() => database.remove())

  const releaseTexts = openReleaseTexts()
  const recorded: ReleaseTextsReader = (r, projectId, hash) => {
    read[isWriting ? 'inside' : 'before'].push(hash)
    return releaseTexts(r, projectId, hash)
  }
  const write: Store['write'] = (job, by) =>
    store.write(async (w) => {
      isWriting = true
      try {
        return await job(w)
      } finally {
        isWriting = false
      }
    }, by)

  const make = (reader = recorded) =>
    makeRelease(
      { store, releaseTexts: reader, write },
      { projectId: project.id, title: '', notes: '', by: { id: actorId('user', 1), name: 'Mara' }, at: AT },
    )

  async function translate(namespace: string, name: string, other: string) {
    const key = await store.read((r) => keyByIdentity(r, project.id, { namespace, name, plural: 'none' }))
    const keyId = key?.id ?? 0
    await applied(store, project.id, [{ kind: 'translate', keyId, language: 'de', forms: { other } }])
  }

  const filesOf = (releaseId: number) => store.read((r) => releaseFiles(r, releaseId))

  test('is compared with the one before while others can write: the transaction reads no texts', async () => {
    const first = await make()
    expect([first.changes, read]).toEqual([4, { before: [], inside: [] }])
    await translate('app', 'title', 'Geschäft')
    await translate('mail', 'subject', 'Auftrag')
    const second = await make()
    const german = (await filesOf(first.id)).filter(({ language }) => language === 'de')
    expect(second.changes).toBe(2)
    expect(read.inside).toEqual([])
    expect(read.before.toSorted()).toEqual(german.map(({ hash }) => hash).toSorted())
  })

  test('has what is saved while it is compared, and counts only that again', async () => {
    await make()
    await translate('app', 'title', 'Geschäft')
    await translate('mail', 'subject', 'Auftrag')
    let saves = 0
    const release = await make(async (r, projectId, hash) => {
      const texts = await recorded(r, projectId, hash)
      if (!isWriting && saves < 4) await translate('app', 'title', `Geschäft ${++saves}`)
      return texts
    })
    expect([release.changes, saves]).toEqual([2, 4])
    expect(read.inside).toHaveLength(1)
    const app = (await filesOf(release.id)).find((one) => one.language === 'de' && one.namespace === 'app')
    const texts = await store.read((r) => releaseTexts(r, project.id, app?.hash ?? ''))
    expect(texts.map(({ name, forms }) => [name, forms])).toEqual([['title', { other: 'Geschäft 4' }]])
  })
})
