import { api } from '@dragoman/contract'
import {
  addComment,
  applyOperation,
  type BranchRow,
  type ChangeRequest,
  keyByIdentity,
  listSources,
  openBranch,
  projectById,
  type Store,
} from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AT, JAN, MARA, newKey } from '../../store/test/sample.ts'
import { sampleBranch } from '../../store/test/sample-branch.ts'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

/** Opens another translation branch of the project that one belongs to. */
async function anotherBranch(store: Store, { parentId, intoSourceId }: BranchRow): Promise<BranchRow> {
  return store.write(async (w) => {
    const parent = await projectById(w, parentId)
    const source = (await listSources(w, parentId)).find(({ id }) => id === intoSourceId)
    if (parent === null || source?.kind !== 'git') throw new Error('There is no repository')
    return openBranch(w, { parent, source, branch: 'feature/help', by: MARA, at: AT })
  })
}

describe.each(DATABASES)('what is removed with texts of translation branches, on %s', (database) => {
  let server: TestServer
  let pay: BranchRow
  let help: BranchRow
  const store = () => server.server.deps.store

  beforeEach(async () => {
    server = await openTestServer({ database })
    pay = await sampleBranch(store(), ['de'], 'shop')
    help = await anotherBranch(store(), pay)
    await addUnsent(pay, 'pay')
    await addUnsent(help, 'help')
    await addUnsent(help, 'close')
  })
  afterEach(() => server.close())

  async function write(projectId: number, kind: 'keys' | 'save', change: ChangeRequest): Promise<void> {
    const operation = { projectId, kind, by: JAN, at: AT, changes: [change] }
    const done = await store().write((w) => applyOperation(w, operation))
    expect(done.ok).toBe(true)
  }
  const keyOf = async ({ projectId }: BranchRow, name: string) => {
    const identity = { namespace: 'app', name, plural: 'none' } as const
    const key = await store().read((r) => keyByIdentity(r, projectId, identity))
    return key?.id ?? 0
  }
  /** Adds a key with a German text that no file has. */
  async function addUnsent(branch: BranchRow, name: string): Promise<void> {
    await write(branch.projectId, 'keys', newKey('app', name, {}))
    const change = { kind: 'translate', keyId: await keyOf(branch, name), language: 'de' } as const
    await write(branch.projectId, 'save', { ...change, forms: { other: 'Text' } })
  }
  const addNote = async (branch: BranchRow, name: string) => {
    const on = { projectId: branch.projectId, keyId: await keyOf(branch, name), language: null }
    const text = { kind: 'comment', text: 'Look', mentions: [], by: JAN.actor, at: AT } as const
    return store().write((w) => addComment(w, { ...on, ...text }))
  }
  const seen = (texts: { readonly pay: number; readonly help: number; readonly notes?: number }) => ({
    unsent: 'discard' as const,
    seen: `${pay.slug}:${texts.pay}:${texts.notes ?? 0},${help.slug}:${texts.help}:0`,
  })
  const refusal = ({ notes = 0 } = {}) => ({
    code: 'unsent-texts',
    current: {
      branches: expect.arrayContaining([
        { slug: pay.slug, branch: 'feature/pay', texts: 1, discussions: notes },
        { slug: help.slug, branch: 'feature/help', texts: 2, discussions: 0 },
      ]),
    },
  })
  const params = { project: 'shop' }
  const slugs = async () => {
    const { projects } = await server.call(api.projects.list, {})
    return projects.flatMap(({ slug, branches }) => [slug, ...branches.map((branch) => branch.slug)])
  }
  const languages = async () =>
    (await server.call(api.projects.get, { params })).languages.map(({ tag }) => tag)

  test('a language is removed only with as many texts as a person has seen', async () => {
    const of = { params: { ...params, language: 'de' } }
    expect(await server.fail(api.languages.remove, of)).toMatchObject(refusal())
    // As many texts as were seen, but not of the same branches.
    const moved = { ...of, query: seen({ pay: 2, help: 1 }) }
    expect(await server.fail(api.languages.remove, moved)).toMatchObject(refusal())
    const partly = { ...of, query: { unsent: 'discard' as const, seen: `${help.slug}:2:0` } }
    expect(await server.fail(api.languages.remove, partly)).toMatchObject(refusal())
    const kept = { ...of, query: { ...seen({ pay: 1, help: 2 }), unsent: 'keep' as const } }
    expect(await server.fail(api.languages.remove, kept)).toMatchObject(refusal())
    expect(await languages()).toEqual(['en', 'de'])
    await server.call(api.languages.remove, { ...of, query: seen({ pay: 1, help: 2 }) })
    expect(await languages()).toEqual(['en'])
  })

  test('a source is disconnected only with as many texts and comments as a person has seen', async () => {
    await addNote(pay, 'pay')
    const of = { params: { ...params, source: pay.intoSourceId } }
    expect(await server.fail(api.sources.remove, of)).toMatchObject(refusal({ notes: 1 }))
    for (const texts of [
      { pay: 1, help: 1, notes: 1 },
      { pay: 1, help: 2, notes: 0 },
    ]) {
      const stale = { ...of, query: seen(texts) }
      expect(await server.fail(api.sources.remove, stale)).toMatchObject(refusal({ notes: 1 }))
    }
    expect((await server.call(api.sources.list, { params })).sources).toHaveLength(1)
    await server.call(api.sources.remove, { ...of, query: seen({ pay: 1, help: 3, notes: 1 }) })
    expect((await server.call(api.sources.list, { params })).sources).toEqual([])
    expect(await slugs()).toEqual(['shop'])
  })

  test('a project is deleted only with as many texts as a person has seen', async () => {
    const of = { params, body: { confirm: 'shop' } }
    expect(await server.fail(api.projects.remove, of)).toMatchObject(refusal())
    const stale = { params, body: { ...of.body, ...seen({ pay: 1, help: 1 }) } }
    expect(await server.fail(api.projects.remove, stale)).toMatchObject(refusal())
    expect((await slugs()).toSorted()).toEqual(['shop', help.slug, pay.slug])
    await server.call(api.projects.remove, { params, body: { ...of.body, ...seen({ pay: 1, help: 2 }) } })
    expect(await slugs()).toEqual([])
  })

  test('everything is discarded if a program does not say what was seen', async () => {
    await server.call(api.projects.remove, { params, body: { confirm: 'shop', unsent: 'discard' } })
    expect(await slugs()).toEqual([])
  })
})
