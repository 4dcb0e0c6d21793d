import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DIFFICULT_NAMES,
  DIFFICULT_TEXTS,
  difficultProject,
  NAMED,
  TEXTS,
} from '../../test/difficult-project.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, apply, newKey, person, sampleProject } from '../../test/sample.ts'
import {
  createProject,
  createSource,
  type FileState,
  type ProjectRow,
  projectOverview,
  putConflict,
  upsertFile,
} from '../index.ts'

onBoth('the overview of a project', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await difficultProject(database.store)
  })
  afterAll(() => database.remove())

  const overview = async (projectId = project.id) => {
    const found = await database.store.read((r) => projectOverview(r, projectId))
    if (found === null) throw new Error(`no project ${projectId}`)
    return found
  }
  let projects = 0
  const newProject = () => sampleProject(database.store, ['de'], `other-${++projects}`)

  test.each(DIFFICULT_TEXTS.filter(([, text]) => text !== ''))(
    'contains its name unchanged: %s',
    async (_title, name) => {
      const { id } = await database.store.write((w) =>
        createProject(w, { slug: `named-${++projects}`, name, sourceLanguage: 'en', at: AT }),
      )
      expect((await overview(id)).project.name).toBe(name)
    },
  )

  test('contains its namespaces with the number of their keys', async () => {
    const { namespaces } = await overview()
    expect(namespaces.map(({ name, keys }) => [name, keys])).toEqual([
      [TEXTS, DIFFICULT_TEXTS.length],
      [NAMED, DIFFICULT_NAMES.length],
    ])
  })

  test('counts empty texts without a source separately', async () => {
    const { languages } = await overview()
    expect(
      languages.map(({ tag, counts }) => [tag, counts.total, counts.untranslated, counts.sourceless]),
    ).toEqual([
      ['en', DIFFICULT_TEXTS.length + DIFFICULT_NAMES.length, 1, 0],
      ['de', DIFFICULT_TEXTS.length + DIFFICULT_NAMES.length - 1, DIFFICULT_NAMES.length, 1],
    ])
  })

  test('contains languages without texts with counts of 0', async () => {
    const { id } = await newProject()
    const { languages } = await overview(id)
    expect(languages.map(({ tag, counts }) => [tag, counts.total])).toEqual([
      ['en', 0],
      ['de', 0],
    ])
  })

  test('does not count texts of another project', async () => {
    const { id } = await newProject()
    await applied(database.store, id, [newKey(TEXTS, 'other', { en: 'Other' })])
    expect((await overview(id)).namespaces.map(({ keys }) => keys)).toEqual([1])
  })

  test.each(DIFFICULT_TEXTS.filter(([, text]) => text !== ''))(
    'names a person who worked on it unchanged: %s',
    async (title, name) => {
      await apply(database.store, project.id, [newKey('people', title, { en: 'Text' })], person(7, name))
      expect((await overview()).recent[0]).toMatchObject({ actor: { id: 'user:7', name }, kind: 'save' })
    },
  )

  test('lists the last ten operations, newest first', async () => {
    const { id } = await newProject()
    for (let n = 1; n <= 12; n++)
      await applied(database.store, id, [newKey('app', `key${n}`, { en: 'Text' })])
    const names = (await overview(id)).recent.map(({ summary }) => summary.key?.name)
    expect(names).toEqual(Array.from({ length: 10 }, (_, n) => `key${12 - n}`))
  })

  const newFile = async (state: FileState) => {
    const { id } = await newProject()
    const file = await database.store.write(async (w) => {
      const source = await createSource(w, {
        kind: 'folder',
        folder: `/locales/${id}`,
        projectId: id,
        pattern: '{lng}.json',
        format: 'i18next-json',
        writable: true,
        createdAt: AT,
      })
      return upsertFile(w, {
        sourceId: source.id,
        path: `größe "other" ${id}.json`,
        language: 'de',
        namespace: TEXTS,
        side: 'target',
        state,
        problem: null,
      })
    })
    return { id, file }
  }
  const conflict = (fileId: number, name: string) =>
    database.store.write((w) =>
      putConflict(w, {
        fileId,
        name,
        plural: 'none',
        path: [name],
        keyId: null,
        base: {},
        theirs: { other: name },
        ours: { other: '' },
        at: AT,
      }),
    )

  test.each([
    ['in-step', 0],
    ['writing', 0],
    ['missing', 1],
  ] as const)('counts a file in the state %s as %i with a problem', async (state, count) => {
    const { id } = await newFile(state)
    expect((await overview(id)).troubledFiles).toBe(count)
  })

  test.each(DIFFICULT_NAMES)('counts a conflict of a key once: %s', async (_title, name) => {
    const { id, file } = await newFile('in-step')
    await conflict(file.id, name)
    await conflict(file.id, name)
    expect((await overview(id)).openConflicts).toBe(1)
  })

  test.each([0, -1, 1000])('of the unknown project %i is null', async (id) => {
    expect(await database.store.read((r) => projectOverview(r, id))).toBeNull()
  })
})
