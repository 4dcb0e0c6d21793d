import { actorId, type RecordedActor } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, newKey, person, sampleProject } from '../../test/sample.ts'
import {
  applyOperation,
  type ChangeRequest,
  createMember,
  createProject,
  createSource,
  createTask,
  FORMER_MEMBER,
  history,
  type ProjectRow,
  partsOfTasks,
  type Requester,
  removeAccount,
  renameUser,
  translation,
  undoOperation,
  type Writer,
} from '../index.ts'

onBoth('a deleted account', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let ron: Requester
  let vera: Requester & { readonly userId: number }
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
    const join = async (name: string) => {
      const { id } = await database.store.write((w) => createMember(w, { name, passwordHash: null, at: AT }))
      return { ...person(id, name), userId: id }
    }
    ron = await join('Ron')
    vera = await join('Vera')
  })
  afterAll(() => database.remove())

  const write = async (...changes: ChangeRequest[]) => {
    const result = await database.store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'save', by: ron, at: AT, changes }),
    )
    if (!result.ok) throw new Error(JSON.stringify(result.refusals))
    return result
  }
  const undo = (operationId: number) =>
    database.store.write((w) => undoOperation(w, { projectId: project.id, operationId, by: ron, at: AT }))

  const join = (w: Writer, name: string) => createMember(w, { name, passwordHash: null, at: AT })
  const openerOf = async (w: Writer, projectId: number) => {
    const rows = w.db.selectFrom('project_branch').select('opened_by').where('project_id', '=', projectId)
    return (await rows.executeTakeFirst())?.opened_by
  }

  test('leaves no name of the person who opened a branch, also under an earlier name', async () => {
    await database.store.write(async (w) => {
      const { id } = await join(w, 'Ola')
      const branch = await sampleBranch(w, { name: 'Ola', id: actorId('user', id) })
      await renameUser(w, id, 'Olga')
      const namesake = await join(w, 'Ola')
      await removeAccount(w, namesake.id)
      expect(await openerOf(w, branch)).toBe('Ola')
      await removeAccount(w, id)
      expect(await openerOf(w, branch)).toBe(FORMER_MEMBER)
    })
  })

  test('leaves no name at a branch of an earlier version, which has only the name', async () => {
    await database.store.write(async (w) => {
      const { id } = await join(w, 'Ola')
      const [branch, other] = [
        await sampleBranch(w, { name: 'Ola', id: null }),
        await sampleBranch(w, { name: 'Ron', id: null }),
      ]
      await removeAccount(w, id)
      expect([await openerOf(w, branch), await openerOf(w, other)]).toEqual([FORMER_MEMBER, 'Ron'])
    })
  })

  let branches = 0
  /** Returns the project of the branch. */
  async function sampleBranch(w: Writer, by: RecordedActor): Promise<number> {
    const slug = `shop-${++branches}`
    const made = await createProject(w, {
      slug,
      name: slug,
      sourceLanguage: 'en',
      parentId: project.id,
      at: AT,
    })
    const { id } = await createSource(w, {
      projectId: project.id,
      kind: 'folder',
      folder: `/${slug}`,
      pattern: '{lng}/{ns}.json',
      format: 'i18next-json',
      writable: true,
      createdAt: AT,
    })
    await w.db
      .insertInto('project_branch')
      .values({
        project_id: made.id,
        source_id: id,
        branch: 'next',
        merge_base: null,
        state: 'open',
        opened_by: by.name,
        opened_by_id: by.id,
        opened_at: AT,
        ended_at: null,
        closed_because: null,
        pull_request: null,
      })
      .execute()
    return made.id
  }

  test('leaves no name in the history of texts, nor in what an undo restores', async () => {
    const { store } = database
    const added = await write(newKey('app', 'one', { en: 'One' }), newKey('app', 'two', { en: 'Two' }))
    const [one = 0, two = 0] = added.changeSet.keys ?? []
    const author = { id: actorId('user', vera.userId), name: 'Vera' }
    const suggested = (keyId: number) =>
      write({ kind: 'translate', keyId, language: 'de', forms: { other: 'Von Vera' }, author })
    await suggested(one)
    await suggested(two)
    const overwritten = await write({
      kind: 'translate',
      keyId: one,
      language: 'de',
      forms: { other: 'Von Ron' },
    })
    const removed = await write({ kind: 'remove-key', keyId: two })
    const task = await store.write((w) =>
      createTask(w, {
        projectId: project.id,
        title: 'Spring',
        note: '',
        goal: 'translated',
        due: null,
        languages: ['de'],
        assignees: [{ userId: vera.userId }],
        keyIds: [one],
        by: ron.actor,
        at: AT,
      }),
    )
    await store.write((w) =>
      w.db
        .insertInto('worked_language')
        .values({ user_id: vera.userId, project_id: project.id, language: 'de', at: AT })
        .execute(),
    )
    await store.write((w) => removeAccount(w, vera.userId))

    const ask = { projectId: project.id, keyId: one, language: 'de', limit: 10 }
    const versions = await store.read((r) => history(r, ask))
    expect(versions.map((row) => row.author?.name ?? row.actor.name)).toEqual(['Ron', FORMER_MEMBER])
    await undo(overwritten.operationId)
    await undo(removed.operationId)
    for (const keyId of [one, two])
      expect(await store.read((r) => translation(r, project.id, keyId, 'de'))).toMatchObject({
        forms: { other: 'Von Vera' },
        actor: { id: author.id, name: FORMER_MEMBER },
      })
    expect((await store.read((r) => partsOfTasks(r, [task.id]))).get(task.id)?.assignees).toEqual([])
    const worked = store.read(({ db }) => db.selectFrom('worked_language').selectAll().execute())
    expect(await worked).toEqual([])
  })
})
