import type { AccessRefusal, Forms, OperationKind } from '@dragoman/core'
import { beforeAll, expect, test } from 'vitest'
import { catalogHash } from '../../test/catalog-hash.ts'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { ANN, AT, applied, JAN, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  type AskedChange,
  addLanguages,
  addSuggestion,
  applyOperation,
  type ChangeRequest,
  createMember,
  membershipsOf,
  type OperationResult,
  type ProjectRow,
  putMembership,
  type Requester,
  removeLanguage,
  removeMembership,
  suggestionsById,
  translation,
  undoOperation,
  updateProject,
} from '../index.ts'

type Translate = Extract<ChangeRequest, { kind: 'translate' }>

onBoth('what the write door asks', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let asked: AskedChange[] = []
  const keys: number[] = []
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
    const texts = { en: 'One', de: 'Eins' }
    const { changeSet } = await applied(database.store, project.id, [
      newKey('app', 'one', texts),
      newKey('legal', 'two', texts),
    ])
    keys.push(...(changeSet.keys ?? []))
    return () => database.remove()
  })

  /** Records what is asked, and refuses if a reason is given. */
  function asks(by: Requester, reason: AccessRefusal | null = null): Requester {
    asked = []
    const allow = (change: AskedChange) => {
      asked.push(change)
      return reason
    }
    return { ...by, allow }
  }
  const apply = (kind: OperationKind, by: Requester, changes: readonly ChangeRequest[]) =>
    database.store.write((w) => applyOperation(w, { projectId: project.id, kind, by, at: AT, changes }))
  const hash = () => database.store.read((r) => catalogHash(r, project.id))
  const idOf = (result: OperationResult) => (result.ok ? result.operationId : 0)

  test('permission is checked for each change, with its language and namespace', async () => {
    const [one = 0, two = 0] = keys
    const by = asks(ANN)
    await apply('bulk', by, [
      { kind: 'translate', keyId: one, language: 'de', forms: { other: 'Uno' }, state: 'reviewed' },
      { kind: 'translate', keyId: two, language: 'pl', forms: { other: 'Dwa' } },
      { kind: 'edit-key', keyId: two, fields: { namespace: 'app', tags: ['x'] } },
      newKey('shop', 'three', { en: 'Three' }),
      { kind: 'remove-key', keyId: one },
    ])
    await database.store.write((w) =>
      addLanguages(w, { projectId: project.id, tags: ['fr'], by, at: AT, kind: 'import' }),
    )
    const shape = asked.map(({ operation, kind, language, namespace, state, undoes }) => [
      operation,
      kind,
      language,
      namespace,
      state,
      undoes,
    ])
    expect(shape).toEqual([
      ['bulk', 'text', 'de', 'app', 'reviewed', null],
      ['bulk', 'text', 'pl', 'legal', null, null],
      ['bulk', 'key', null, 'legal', null, null],
      ['bulk', 'key', null, 'app', null, null],
      ['bulk', 'key', null, 'shop', null, null],
      ['bulk', 'key', null, 'app', null, null],
      ['import', 'language', 'fr', null, null, null],
    ])
  })

  test('one refusal refuses the whole operation, even in a later chunk; nothing is written', async () => {
    const before = await hash()
    const many = Array.from({ length: 600 }, (_, i) => newKey('many', `k${i}`, { en: 'x' }))
    const allow: Requester['allow'] = ({ namespace }) => (namespace === 'secret' ? 'other-namespace' : null)
    const result = await apply('keys', { ...ANN, allow }, [...many, newKey('secret', 'k', { en: 'x' })])
    expect(result).toEqual({
      ok: false,
      refusals: [
        { code: 'not-allowed', reason: 'other-namespace', language: null, namespace: 'secret', change: 600 },
      ],
    })
    const removal = await database.store.write((w) =>
      removeLanguage(w, { projectId: project.id, tag: 'pl', by: asks(ANN, 'role-too-low'), at: AT }),
    )
    expect(removal).toEqual({
      ok: false,
      refusals: [{ code: 'not-allowed', reason: 'role-too-low', language: 'pl', namespace: null, change: 0 }],
    })
    expect(await hash()).toBe(before)
  })

  test('an undo is checked as what it undoes, with the actor of that; also the undo of an undo', async () => {
    const two = keys[1] ?? 0
    const saved = await apply('save', MARA, [
      { kind: 'translate', keyId: two, language: 'de', forms: { other: 'Neu' } },
    ])
    const request = { projectId: project.id, at: AT }
    const undone = await database.store.write((w) =>
      undoOperation(w, { ...request, operationId: idOf(saved), by: asks(JAN) }),
    )
    if ('newer' in undone) throw new Error('changed since')
    const text = {
      operation: 'save',
      kind: 'text',
      language: 'de',
      namespace: 'app',
      state: null,
      isOwnWork: false,
    }
    expect(asked).toEqual([{ ...text, undoes: MARA.actor }])
    const before = await hash()
    const refused = await database.store.write((w) =>
      undoOperation(w, { ...request, operationId: idOf(undone), by: asks(MARA, 'role-too-low') }),
    )
    expect(refused).toMatchObject({ ok: false, refusals: [{ code: 'not-allowed', language: 'de' }] })
    expect(asked).toEqual([{ ...text, undoes: JAN.actor }])
    expect(await hash()).toBe(before)
  })

  test('an undo of decisions without changes is checked for each text that they are about', async () => {
    const made = await applied(database.store, project.id, [
      newKey('app', 'decided', { en: 'One', de: 'Eins' }),
      newKey('legal', 'decided', { en: 'Two', de: 'Zwei' }),
    ])
    const [one = 0, two = 0] = made.changeSet.keys ?? []
    const suggest = (keyId: number, language: string) =>
      database.store.write(async (w) => {
        const text = { projectId: project.id, keyId, language, forms: { other: 'Vorschlag' }, note: '' }
        const added = await addSuggestion(w, { ...text, author: MARA.actor, at: AT })
        return added.ok ? added.suggestion.id : 0
      })
    const rejected = [await suggest(one, 'de'), await suggest(two, 'de')]
    const decides = { language: 'de', accepted: [], rejected }
    const request = { projectId: project.id, at: AT }
    const decided = await database.store.write((w) =>
      applyOperation(w, { ...request, kind: 'review', by: JAN, changes: [], decides }),
    )
    const undo = (by: Requester) =>
      database.store.write((w) => undoOperation(w, { ...request, operationId: idOf(decided), by }))
    const states = () =>
      database.store.read(async (r) => [...(await suggestionsById(r, project.id, rejected)).values()])
    const refused = await undo(asks(MARA, 'role-too-low'))
    expect(refused).toEqual({
      ok: false,
      refusals: [
        { code: 'not-allowed', reason: 'role-too-low', language: 'de', namespace: 'app', change: null },
        { code: 'not-allowed', reason: 'role-too-low', language: 'de', namespace: 'legal', change: null },
      ],
    })
    expect((await states()).map(({ state }) => state)).toEqual(['rejected', 'rejected'])
    expect(await undo(asks(MARA))).toMatchObject({ ok: true })
    expect((await states()).map(({ state }) => state)).toEqual(['open', 'open'])
    const text = { operation: 'review', kind: 'text', language: 'de', state: null, isOwnWork: false }
    expect(asked).toEqual(['app', 'legal'].map((namespace) => ({ ...text, namespace, undoes: JAN.actor })))
  })

  test('keeping a reviewed text for a new source text approves it, or translates it without the right to', async () => {
    const save = (language: string, by: Requester, forms: Forms, more: Partial<Translate> = {}) =>
      apply('save', by, [{ kind: 'translate', keyId: key, language, forms, ...more }])
    const read = () => database.store.read((r) => translation(r, project.id, key, 'de'))
    const { changeSet } = await applied(database.store, project.id, [newKey('app', 'kept', { en: 'Pay' })])
    const key = changeSet.keys?.[0] ?? 0
    const forms = { other: 'Zahlen' }
    /** Keeps the words after the source text has changed, and returns what was asked. */
    async function keep(source: string, refused: 'review' | 'own-work' | null) {
      await save('de', MARA, forms, { state: 'reviewed' })
      await save('en', MARA, { other: source })
      const baseVersion = (await read())?.version ?? 0
      const states: unknown[] = []
      const allow = ({ state, isOwnWork }: AskedChange) => {
        states.push(state)
        if (refused === 'own-work') return isOwnWork ? 'own-work' : null
        return refused !== null && state === 'reviewed' ? 'role-too-low' : null
      }
      const result = await apply('save', { ...MARA, allow }, [
        { kind: 'translate', keyId: key, language: 'de', forms, baseVersion },
      ])
      expect(result.ok).toBe(true)
      return states
    }
    expect(await keep('Pay now', null)).toEqual(['reviewed', 'reviewed'])
    expect(await read()).toMatchObject({ state: 'reviewed', outdated: false })
    expect(await keep('Pay later', 'review')).toEqual(['reviewed', 'translated'])
    expect(await read()).toMatchObject({ state: 'translated', outdated: false, actor: MARA.actor })

    // The words are kept, but a check finds an error in them for the new source text.
    await keep('Pay {{sum}}', null)
    expect(await read()).toMatchObject({ state: 'translated', outdated: false, failing: true })

    await database.store.write((w) => updateProject(w, project.id, { settings: { reviewOwn: false } }))
    await keep('Pay again', 'own-work')
    expect(await read()).toMatchObject({ state: 'translated', outdated: false })
  })

  test('memberships are returned as they were stored, one per person and project', async () => {
    const { store } = database
    const user = await store.write((w) => createMember(w, { name: 'Ola', passwordHash: null, at: AT }))
    const of = { userId: user.id, projectId: project.id }
    await store.write((w) => putMembership(w, of, { role: 'viewer', languages: null, namespaces: null }))
    const limited = { role: 'translator', languages: new Set(['de']), namespaces: new Set(['app']) } as const
    await store.write((w) => putMembership(w, of, limited))
    expect(await store.read((r) => membershipsOf(r, user.id))).toEqual(
      new Map([[project.id, [{ ...limited, groupId: null }]]]),
    )
    expect(await store.write((w) => removeMembership(w, of))).toBe(true)
    expect(await store.read((r) => membershipsOf(r, user.id))).toEqual(new Map())
    await expect(
      store.write((w) => createMember(w, { name: 'Ola', passwordHash: null, at: AT })),
    ).rejects.toThrow('Ola already exists')
  })
})
