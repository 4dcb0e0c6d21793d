import {
  api,
  Failure,
  type LanguageLeft,
  type ReviewItemReply,
  type SuggestionReply,
} from '@dragoman/contract'
import { rejectionById, updateProject, voteForSuggestion } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INSIDE, openRoleWorld, type Somebody, type World } from '../../../test/role-world.ts'
import { DATABASES } from '../../../test/test-server.ts'

const params = { project: 'own' }
const german = { ...params, language: 'de' }
const REASON = { kind: 'meaning' as const, text: 'Not what it says' }

describe.each(DATABASES)('suggestions and review on %s', (database) => {
  let world: World
  let owner: Awaited<ReturnType<World['caller']>>
  let contributor: typeof owner
  let translator: typeof owner
  let reviewer: typeof owner
  const people = new Map<string, Somebody>()

  beforeAll(async () => {
    world = await openRoleWorld({ database })
    const join = async (role: Parameters<World['somebody']>[0]) => {
      const who = await world.somebody(role)
      people.set(role, who)
      return world.caller(who)
    }
    owner = await join('owner')
    contributor = await join('contributor')
    translator = await join('translator')
    reviewer = await join('reviewer')
  })
  afterAll(() => world.close())

  const idOf = (role: string) => `user:${people.get(role)?.id}`
  const textOf = async (key: number) =>
    (await owner(api.translations.get, { params: { ...german, key } })).target
  const suggest = (key: number, other: string, by = contributor) =>
    by(api.suggestions.add, { params: { ...german, key }, body: { forms: { other }, note: '' } })
  const accept = (
    { id, version, textVersion }: SuggestionReply,
    by = reviewer,
    more: {
      baseVersion?: number
      sourceVersion?: number
      forms?: { other: string }
      approveFailing?: boolean
    } = {},
  ) =>
    by(api.suggestions.accept, {
      params: { ...params, suggestion: id },
      body: { version, baseVersion: textVersion, ...more },
    })
  const listed = async (key: number) =>
    (await owner(api.suggestions.list, { params: { ...german, key } })).suggestions
  const failing = async (made: Promise<unknown>): Promise<Failure> => {
    const error: unknown = await made.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error instanceof Failure) return error
    throw error ?? new Error('The call was expected to fail')
  }
  const undo = (operation: number | undefined, by = reviewer) =>
    by(api.operations.undo, {
      params: { ...params, operation: operation ?? 0 },
      body: { keepNewer: false },
    })

  test('several for one string; one vote each, never for one’s own; the best comes first', async () => {
    const key = await world.makeKey(INSIDE)
    const first = await suggest(key, 'Erster')
    const second = await suggest(key, 'Zweiter', translator)
    const vote = (id: number, by: typeof owner, isFor = true) =>
      by(api.suggestions.vote, { params: { ...params, suggestion: id }, body: { isFor } })
    await vote(second.id, reviewer)
    expect(await vote(second.id, reviewer)).toMatchObject({ votes: 1 })
    expect(await vote(second.id, contributor)).toMatchObject({ votes: 2 })
    expect((await failing(vote(second.id, translator))).fields).toMatchObject([{ code: 'own-suggestion' }])
    expect((await listed(key)).map(({ id, votes }) => [id, votes])).toEqual([
      [second.id, 2],
      [first.id, 0],
    ])
    await vote(second.id, reviewer, false)
    const [best] = await listed(key)
    expect(best?.voters).toEqual([{ id: idOf('contributor'), name: people.get('contributor')?.name }])
  })

  test('people see and take back their own vote, however many others have voted before', async () => {
    const key = await world.makeKey(INSIDE)
    const { id } = await suggest(key, 'Beliebt')
    const { id: projectId } = await world.projectOf({ project: 'own' })
    for (let number = 1; number <= 25; number++)
      await world.deps.store.write((w) => {
        const by = { id: `user:${1000 + number}`, name: `Person ${number}` } as const
        return voteForSuggestion(w, { projectId, id, by, isFor: true, at: '2026-01-02T03:04:05.000Z' })
      })
    const vote = (by: typeof owner, isFor: boolean) =>
      by(api.suggestions.vote, { params: { ...params, suggestion: id }, body: { isFor } })
    const own = expect.objectContaining({ id: idOf('reviewer') })
    expect(await vote(reviewer, true)).toMatchObject({ votes: 26, voters: expect.arrayContaining([own]) })
    const [seen] = (await reviewer(api.suggestions.list, { params: { ...german, key } })).suggestions
    expect(seen?.voters).toContainEqual(own)
    const { items } = await reviewer(api.review.page, {
      params: german,
      query: { order: 'newest', limit: 100 },
    })
    const listedItem = items.find((item) => item.key.id === key)
    expect(listedItem?.suggestions[0]?.voters).toContainEqual(own)
    const [other] = await listed(key)
    expect(other?.voters).toHaveLength(20)
    expect(other?.voters).not.toContainEqual(own)
    expect(await vote(reviewer, false)).toMatchObject({ votes: 25 })
  })

  test('one without a new text is refused', async () => {
    const key = await world.makeKey(INSIDE)
    const { forms } = await textOf(key)
    expect((await failing(suggest(key, forms.other ?? ''))).fields).toMatchObject([{ code: 'same-text' }])
    expect((await failing(suggest(key, ''))).fields).toMatchObject([{ code: 'empty' }])
    await suggest(key, 'Neu')
    expect((await failing(suggest(key, 'Neu', translator))).code).toBe('already-exists')
    for (let n = 1; n < 10; n++) await suggest(key, `Neu ${n}`)
    expect((await failing(suggest(key, 'Einer zu viel'))).fields).toMatchObject([{ code: 'too-many' }])
  })

  test('only its author changes or withdraws an open suggestion; new words drop the votes', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Alt')
    const at = { ...params, suggestion: made.id }
    await reviewer(api.suggestions.vote, { params: at, body: { isFor: true } })
    const body = { forms: { other: 'Neuer' }, note: 'shorter', baseVersion: made.version }
    expect((await failing(translator(api.suggestions.edit, { params: at, body }))).params.reason).toBe(
      'not-own',
    )
    const edited = await contributor(api.suggestions.edit, { params: at, body })
    expect(edited).toMatchObject({ forms: { other: 'Neuer' }, note: 'shorter', votes: 0, version: 2 })
    expect((await failing(contributor(api.suggestions.edit, { params: at, body }))).code).toBe(
      'suggestion-changed',
    )
    // Accepts the words that were seen, not the current ones.
    expect((await failing(accept(made))).code).toBe('suggestion-changed')
    await contributor(api.suggestions.withdraw, { params: at })
    expect((await failing(accept(edited))).code).toBe('already-decided')
    expect((await textOf(key)).forms).not.toEqual({ other: 'Neuer' })
  })

  test('an accepted suggestion is its author’s work, approved by a reviewer; the others stay open', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Angenommen')
    const other = await suggest(key, 'Anders', translator)
    const done = await accept(made)
    expect(done.translation).toMatchObject({
      forms: { other: 'Angenommen' },
      state: 'reviewed',
      actor: { id: idOf('contributor') },
    })
    expect(done.operation).toMatchObject({ kind: 'review', actor: { id: idOf('reviewer') } })
    const { history } = await owner(api.translations.history, { params: { ...german, key } })
    expect(history[0]).toMatchObject({
      actor: { id: idOf('reviewer') },
      author: { id: idOf('contributor') },
      forms: { other: 'Angenommen' },
    })
    const [open, decided] = await listed(key)
    expect([open?.id, open?.state]).toEqual([other.id, 'open'])
    expect(decided).toMatchObject({
      id: made.id,
      state: 'accepted',
      decision: { by: { id: idOf('reviewer') } },
    })
    // The author stays through a later change of state, and in the history when the text is replaced.
    await owner(api.translations.bulk, {
      params,
      body: { language: 'de', select: { keys: [key] }, act: { kind: 'set-state', state: 'draft' } },
    })
    expect((await textOf(key)).actor?.id).toBe(idOf('contributor'))
  })

  test('a translator accepts as translated; edited words are the work of the person who accepts', async () => {
    const key = await world.makeKey(INSIDE)
    const { translation } = await accept(await suggest(key, 'Vom Übersetzer'), translator)
    expect(translation).toMatchObject({ state: 'translated', actor: { id: idOf('contributor') } })
    const second = await suggest(key, 'Fast gut')
    const edited = await accept(second, reviewer, { forms: { other: 'Ganz gut' } })
    expect(edited.translation).toMatchObject({
      forms: { other: 'Ganz gut' },
      state: 'reviewed',
      actor: { id: idOf('reviewer') },
    })
    expect(edited.suggestion.state).toBe('accepted')
    expect((await failing(accept(second, contributor))).code).toBe('not-allowed')
  })

  test('the history and the activity name a rejection with its reason, also after it was undone', async () => {
    const key = await world.makeKey(INSIDE)
    const { version } = await textOf(key)
    const { operation } = await reviewer(api.review.reject, {
      params: german,
      body: { items: [{ on: 'text', keyId: key, baseVersion: version }], reason: REASON },
    })
    expect(operation?.summary).toMatchObject({ sentBack: 1, reason: REASON })
    const newest = async () =>
      (await owner(api.translations.history, { params: { ...german, key } })).history.find(
        ({ operationId }) => operationId === operation?.id,
      )
    expect(await newest()).toMatchObject({
      kind: 'review',
      state: 'draft',
      actor: { id: idOf('reviewer') },
      rejection: REASON,
    })
    await undo(operation?.id)
    expect(await newest()).toMatchObject({ rejection: REASON })
    const listedOperations = await owner(api.operations.groups, { params, query: { limit: 50 } })
    expect(listedOperations.groups.flat().find(({ id }) => id === operation?.id)?.summary).toMatchObject({
      sentBack: 1,
      reason: REASON,
    })
  })

  test('a proposed wording that the author takes is reviewed, as the words of the reviewer', async () => {
    const key = await world.makeKey(INSIDE)
    await translator(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Falsch' }, baseVersion: (await textOf(key)).version },
    })
    await reviewer(api.review.reject, {
      params: german,
      body: {
        items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
        reason: REASON,
        proposed: { other: 'Richtig' },
      },
    })
    const rejected = async () =>
      (
        await translator(api.notifications.list, { query: { limit: 50, filter: 'all', state: 'open' } })
      ).items.find((item) => item.kind === 'translation-rejected' && item.key?.id === key)
    await expect.poll(rejected).toBeDefined()
    const params = { notification: (await rejected())?.id ?? 0 }
    const stale = failing(translator(api.notifications.applyProposal, { params, body: { baseVersion: 1 } }))
    expect((await stale).code).toBe('stale-edit')
    const elsewhere = failing(owner(api.notifications.applyProposal, { params, body: { baseVersion: 1 } }))
    expect((await elsewhere).code).toBe('not-found')
    const { operation } = await translator(api.notifications.applyProposal, {
      params,
      body: { baseVersion: (await textOf(key)).version },
    })
    expect(operation?.actor.id).toBe(idOf('translator'))
    expect(await textOf(key)).toMatchObject({
      forms: { other: 'Richtig' },
      state: 'reviewed',
      actor: { id: idOf('reviewer') },
    })
    await undo(operation?.id, translator)
    expect(await textOf(key)).toMatchObject({ forms: { other: 'Falsch' }, state: 'draft' })
  })

  test('a rejected text stays outdated, and the wording proposed for its new source is reviewed', async () => {
    const key = await world.makeKey(INSIDE)
    await translator(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Falsch' }, baseVersion: (await textOf(key)).version },
    })
    const { source } = await owner(api.translations.get, { params: { ...german, key } })
    await owner(api.translations.save, {
      params: { ...params, key, language: source.language },
      body: { forms: { other: 'Hello there' }, baseVersion: source.version },
    })
    await reviewer(api.review.reject, {
      params: german,
      body: {
        items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
        reason: REASON,
        proposed: { other: 'Richtig' },
      },
    })
    const sourceVersion = source.version // that of the text which was translated, also after the rejection
    expect(await textOf(key)).toMatchObject({ state: 'draft', outdated: true, sourceVersion })
    const rejected = async () =>
      (
        await translator(api.notifications.list, { query: { limit: 50, filter: 'all', state: 'open' } })
      ).items.find((item) => item.kind === 'translation-rejected' && item.key?.id === key)
    await expect.poll(rejected).toBeDefined()
    await translator(api.notifications.applyProposal, {
      params: { notification: (await rejected())?.id ?? 0 },
      body: { baseVersion: (await textOf(key)).version },
    })
    expect(await textOf(key)).toMatchObject({
      forms: { other: 'Richtig' },
      state: 'reviewed',
      outdated: false,
    })
  })

  test.each([
    ['fails a check', 'Hello {{name}}', 'before the rejection'],
    ['was proposed for another source text', 'Hello there', 'after the rejection'],
  ] as const)('a taken wording that %s is not reviewed', async (_, words, time) => {
    const key = await world.makeKey(INSIDE)
    const changeSource = async () => {
      const { source } = await owner(api.translations.get, { params: { ...german, key } })
      await owner(api.translations.save, {
        params: { ...params, key, language: source.language },
        body: { forms: { other: words }, baseVersion: source.version },
      })
    }
    if (time === 'before the rejection') await changeSource()
    await translator(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Falsch' }, baseVersion: (await textOf(key)).version },
    })
    await reviewer(api.review.reject, {
      params: german,
      body: {
        items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
        reason: REASON,
        proposed: { other: 'Richtig' },
      },
    })
    if (time === 'after the rejection') await changeSource()
    const rejected = async () =>
      (
        await translator(api.notifications.list, { query: { limit: 50, filter: 'all', state: 'open' } })
      ).items.find((item) => item.kind === 'translation-rejected' && item.key?.id === key)
    await expect.poll(rejected).toBeDefined()
    await translator(api.notifications.applyProposal, {
      params: { notification: (await rejected())?.id ?? 0 },
      body: { baseVersion: (await textOf(key)).version },
    })
    const outdated = time === 'after the rejection'
    expect(await textOf(key)).toMatchObject({ forms: { other: 'Richtig' }, state: 'translated', outdated })
  })

  test('a wording taken with a changed source is for that one, and for an earlier one if that was shown', async () => {
    const key = await world.makeKey(INSIDE)
    const { source } = await owner(api.translations.get, { params: { ...german, key } })
    await translator(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Falsch' }, baseVersion: (await textOf(key)).version },
    })
    await reviewer(api.review.reject, {
      params: german,
      body: {
        items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
        reason: REASON,
        proposed: { other: 'Richtig' },
      },
    })
    const change = await owner(api.translations.save, {
      params: { ...params, key, language: source.language },
      body: { forms: { other: 'Hello there' }, baseVersion: source.version },
    })
    const rejected = async () =>
      (
        await translator(api.notifications.list, { query: { limit: 50, filter: 'all', state: 'open' } })
      ).items.find((item) => item.kind === 'translation-rejected' && item.key?.id === key)
    await expect.poll(rejected).toBeDefined()
    const notification = (await rejected())?.id ?? 0
    const take = async (sourceVersion: number) => {
      const { operation } = await translator(api.notifications.applyProposal, {
        params: { notification },
        body: { baseVersion: (await textOf(key)).version, sourceVersion },
      })
      return operation?.id
    }
    const first = await take(source.version)
    const sourceVersion = source.version
    expect(await textOf(key)).toMatchObject({ state: 'translated', outdated: true, sourceVersion })
    await undo(first, translator)
    await take(change.translation.version)
    expect(await textOf(key)).toMatchObject({ forms: { other: 'Richtig' }, outdated: false })
  })

  test('approving is recorded as approving, also in the editor, and rejected suggestions with their reason', async () => {
    const key = await world.makeKey(INSIDE)
    const { forms, version } = await textOf(key)
    const saved = await reviewer(api.translations.save, {
      params: { ...german, key },
      body: { forms, state: 'reviewed', baseVersion: version },
    })
    expect(saved.operation?.summary).toMatchObject({ translations: 1, approved: 1 })
    const written = await reviewer(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Neu' }, state: 'reviewed', baseVersion: saved.translation.version },
    })
    expect(written.operation?.summary.approved).toBeUndefined()
    const made = await suggest(key, 'Schlecht')
    const { operation } = await reviewer(api.review.reject, {
      params: german,
      body: {
        items: [{ on: 'suggestion', id: made.id, version: made.version, baseVersion: made.textVersion }],
        reason: REASON,
      },
    })
    expect(operation?.summary).toMatchObject({ rejected: 1, reason: REASON })
    expect(operation?.summary.sentBack).toBeUndefined()
  })

  test('a text that changed in the meantime is shown, not overwritten', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Vorschlag')
    const before = await textOf(key)
    await translator(api.translations.save, {
      params: { ...german, key },
      body: { forms: { other: 'Inzwischen' }, baseVersion: before.version },
    })
    const failure = await failing(accept(made))
    expect([failure.code, failure.current]).toMatchObject([
      'stale-edit',
      { translation: { forms: { other: 'Inzwischen' } } },
    ])
    const now = await textOf(key)
    expect((await accept(made, reviewer, { baseVersion: now.version })).translation.forms).toEqual({
      other: 'Vorschlag',
    })
  })

  test('what was read with an earlier source text is not approved', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Neu')
    const read = async () => (await owner(api.translations.get, { params: { ...german, key } })).source
    const { version: sourceVersion } = await read()
    await owner(api.translations.save, {
      params: { ...params, key, language: 'en' },
      body: { forms: { other: 'Hello there' }, baseVersion: sourceVersion },
    })
    const now = await textOf(key)
    const approve = (seen: number) =>
      reviewer(api.review.approve, {
        params: german,
        body: {
          items: [{ on: 'text', keyId: key, baseVersion: now.version, sourceVersion: seen }],
          approveFailing: true,
        },
      })
    const stale = { code: 'stale-edit', current: { version: now.version } }
    expect(await approve(sourceVersion)).toMatchObject({ operation: null, approved: [], refused: [stale] })
    expect((await failing(accept(made, reviewer, { sourceVersion }))).code).toBe('stale-edit')
    expect(await textOf(key)).toEqual(now)
    expect((await approve((await read()).version)).refused).toEqual([])
  })

  test('an outdated text is kept as translated by someone who cannot approve it, and stays in the queue', async () => {
    const key = await world.makeKey(INSIDE)
    const save = async (by: typeof owner, language: string, other: string, state?: 'reviewed') => {
      const at = { params: { ...params, key, language } }
      const { target } = await owner(api.translations.get, at)
      const body = { forms: { other }, baseVersion: target.version, ...(state ? { state } : {}) }
      return by(api.translations.save, { ...at, body })
    }
    await save(translator, 'de', 'Hallo')
    await save(reviewer, 'de', 'Hallo', 'reviewed')
    await save(owner, 'en', 'Hello there')
    expect((await failing(save(translator, 'de', 'Hallo', 'reviewed'))).code).toBe('not-allowed')
    const kept = await save(translator, 'de', 'Hallo')
    expect(kept.translation).toMatchObject({
      state: 'translated',
      outdated: false,
      actor: { id: idOf('translator') },
    })
    const approved = await reviewer(api.review.approve, {
      params: german,
      body: {
        items: [{ on: 'text', keyId: key, baseVersion: kept.translation.version }],
        approveFailing: false,
      },
    })
    expect(approved.approved).toMatchObject([{ state: 'reviewed', outdated: false }])

    await save(owner, 'en', 'Hello you')
    expect((await save(reviewer, 'de', 'Hallo')).translation).toMatchObject({
      state: 'reviewed',
      outdated: false,
    })
  })

  test('two people decide at the same time: one succeeds, the other is notified', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Wer zuerst kommt')
    const reject = translator(api.suggestions.reject, {
      params: { ...params, suggestion: made.id },
      body: { version: made.version, reason: REASON },
    })
    const results = await Promise.allSettled([accept(made), reject])
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(failed).toMatchObject([{ code: 'already-decided' }])
    expect((await listed(key))[0]?.state).not.toBe('open')
  })

  test('a deleted key takes its suggestions along, and an undo restores them', async () => {
    const key = await world.makeKey(INSIDE)
    const made = await suggest(key, 'Bleibt nicht')
    const { operation } = await owner(api.keys.remove, { params: { ...params, key } })
    expect((await failing(accept(made))).code).toBe('not-found')
    expect((await failing(suggest(key, 'Zu spät'))).code).toBe('gone')
    await undo(operation?.id, owner)
    expect((await listed(key)).map(({ id, state }) => [id, state])).toEqual([[made.id, 'open']])
  })

  test('a suggestion of another project is not found there', async () => {
    const elsewhere = await world.suggestion(null, { ...INSIDE, project: 'other', isOwn: false })
    const at = { ...params, suggestion: elsewhere.id }
    const body = { version: 1, baseVersion: elsewhere.baseVersion }
    for (const make of [
      () => owner(api.suggestions.accept, { params: at, body }),
      () => owner(api.suggestions.reject, { params: at, body: { version: 1, reason: REASON } }),
      () => owner(api.suggestions.vote, { params: at, body: { isFor: true } }),
      () => owner(api.suggestions.withdraw, { params: at }),
      () =>
        owner(api.suggestions.edit, {
          params: at,
          body: { forms: { other: 'x' }, note: '', baseVersion: 1 },
        }),
      () => suggest(elsewhere.keyId, 'x', owner),
    ])
      expect((await failing(make())).code).toBe('not-found')
    const item = { on: 'suggestion' as const, id: elsewhere.id, ...body }
    const text = { on: 'text' as const, keyId: elsewhere.keyId, baseVersion: elsewhere.baseVersion }
    const { refused } = await owner(api.review.approve, {
      params: german,
      body: { items: [item, text], approveFailing: true },
    })
    expect(refused.map(({ code }) => code)).toEqual(['not-found', 'not-found'])
  })

  describe('the queue', () => {
    const page = (
      query: {
        kind?: ReviewItemReply['kind']
        q?: string
        author?: string
        cursor?: string
        limit?: number
        task?: number
      } = {},
    ) => owner(api.review.page, { params: german, query: { limit: 500, order: 'oldest', ...query } })

    test('has each text once, in order, with the previous one', async () => {
      const key = await world.makeKey(INSIDE)
      const first = (await page()).items.at(-1)
      expect(first).toMatchObject({ on: 'text', kind: 'new', key: { id: key }, before: null })
      await owner(api.review.approve, {
        params: german,
        body: {
          items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
          approveFailing: true,
        },
      })
      const reviewed = await textOf(key)
      expect(reviewed.state).toBe('reviewed')
      for (const other of ['Erst', 'Dann'])
        await translator(api.translations.save, {
          params: { ...german, key },
          body: { forms: { other }, baseVersion: (await textOf(key)).version },
        })
      const changed = (await page({ kind: 'changed' })).items.find((item) => item.key.id === key)
      expect(changed).toMatchObject({
        target: { forms: { other: 'Dann' }, actor: { id: idOf('translator') } },
        before: { forms: reviewed.forms, state: 'reviewed' },
      })
      const mine = await page({ author: idOf('translator') })
      expect(mine.items.map((item) => item.key.id)).toContain(key)
    })

    test('is:failing finds texts with an error, -is:failing the others', async () => {
      const key = await world.makeKey(INSIDE)
      const { source } = await owner(api.translations.get, { params: { ...german, key } })
      await owner(api.translations.save, {
        params: { ...params, key, language: source.language },
        body: { forms: { other: 'For {{name}}' }, baseVersion: source.version },
      })
      await translator(api.translations.save, {
        params: { ...german, key },
        body: { forms: { other: 'Für niemanden' }, baseVersion: (await textOf(key)).version },
      })
      const found = async (q: string) => (await page({ q })).items.map((item) => item.key.id)
      expect(await found('is:failing')).toContain(key)
      expect(await found('fur is:failing')).toEqual([key])
      expect(await found('-is:failing')).not.toContain(key)
      expect(await found('state:outdated')).toEqual([])
    })

    test('of a task has only its texts and suggestions', async () => {
      const [text, suggested, other] = [
        await world.makeKey(INSIDE),
        await world.makeKey(INSIDE),
        await world.makeKey(INSIDE),
      ]
      await suggest(suggested, 'Andere Worte')
      const { id } = await owner(api.tasks.create, {
        params,
        body: {
          title: 'Check these',
          note: '',
          goal: 'reviewed',
          due: null,
          languages: ['de'],
          assignees: [],
          select: { keys: [text, suggested] },
        },
      })
      const keysOf = async (task: number) => (await page({ task })).items.map((item) => item.key.id).sort()
      expect(await keysOf(id)).toEqual([text, suggested].sort())
      expect((await page()).items.map((item) => item.key.id)).toContain(other)
      expect(await keysOf(id + 1)).toEqual([])
    })

    test('includes the source text, and counts', async () => {
      const key = await world.makeKey(INSIDE)
      const source = (await owner(api.translations.get, { params: { ...german, key } })).source
      await owner(api.translations.save, {
        params: { ...params, key, language: 'en' },
        body: { forms: { other: 'A new source' }, baseVersion: source.version },
      })
      const { items } = await page({ kind: 'source-changed' })
      expect(items.find((item) => item.key.id === key)?.sourceBefore).toEqual(source.forms)
      const all = (await page()).items
      const { kinds, authors } = await owner(api.review.counts, { params: german })
      const count = (kind: string) => all.filter((item) => item.kind === kind).length
      expect(kinds).toEqual({
        new: count('new'),
        changed: count('changed'),
        'source-changed': count('source-changed'),
        suggestions: count('suggestions'),
      })
      expect(authors.length).toBeGreaterThan(1)
      const { languages } = await owner(api.review.languages, { params })
      expect(languages.find(({ tag }) => tag === 'de')?.left.waiting).toBe(all.length)
      expect(languages.map(({ tag }) => tag)).toEqual(['de', 'fr'])
    })

    test('includes a reviewed text again after its source changed, until someone approves it again', async () => {
      const key = await world.makeKey(INSIDE)
      const approve = async () =>
        owner(api.review.approve, {
          params: german,
          body: {
            items: [{ on: 'text', keyId: key, baseVersion: (await textOf(key)).version }],
            approveFailing: true,
          },
        })
      const itemOf = async () => (await page()).items.find((item) => item.key.id === key)
      const waiting = async () =>
        (await owner(api.review.languages, { params })).languages.find(({ tag }) => tag === 'de')?.left
          .waiting
      await approve()
      expect(await itemOf()).toBeUndefined()
      const before = await waiting()
      const source = (await owner(api.translations.get, { params: { ...german, key } })).source
      await owner(api.translations.save, {
        params: { ...params, key, language: 'en' },
        body: { forms: { other: 'Another source' }, baseVersion: source.version },
      })
      expect(await itemOf()).toMatchObject({
        kind: 'source-changed',
        target: { state: 'reviewed', outdated: true },
        sourceBefore: source.forms,
      })
      expect(await waiting()).toBe((before ?? 0) + 1)
      expect((await approve()).approved).toMatchObject([{ state: 'reviewed', outdated: false }])
      expect(await itemOf()).toBeUndefined()
      expect(await waiting()).toBe(before)
    })

    test('is searched by words of the key, the source, the text and the proposal', async () => {
      const key = await world.makeKey(INSIDE)
      await translator(api.translations.save, {
        params: { ...german, key },
        body: { forms: { other: 'Großes Fundstück' }, baseVersion: (await textOf(key)).version },
      })
      const found = async (q: string) => (await page({ q })).items.map((item) => item.key.id)
      expect(await found('FUNDSTÜCK groß')).toEqual([key])
      expect(await found('fundstück klein')).toEqual([])
      await owner(api.suggestions.add, {
        params: { ...german, key },
        body: { forms: { other: 'Kleinod' }, note: '' },
      })
      expect(await found('kleinod')).toEqual([key])
      expect(await found('fundstück')).toEqual([key])
    })

    test('comes in pages of any size, in both orders', async () => {
      const whole = (await page()).items.map(({ on, key }) => `${on} ${key.id}`)
      const query = { limit: 3 }
      for (const order of ['oldest', 'newest'] as const) {
        const found: string[] = []
        let cursor: string | null = null
        do {
          const part: Awaited<ReturnType<typeof page>> = await owner(api.review.page, {
            params: german,
            query: { ...query, order, ...(cursor === null ? {} : { cursor }) },
          })
          found.push(...part.items.map(({ on, key }) => `${on} ${key.id}`))
          cursor = part.next
        } while (cursor !== null)
        expect(found).toEqual(order === 'oldest' ? whole : whole.toReversed())
      }
    })
  })

  describe('many at the same time', () => {
    test('are one operation; refused ones are listed, and one undo restores all', async () => {
      const texts = await Promise.all([world.textToReview(INSIDE), world.textToReview(INSIDE)])
      const key = await world.makeKey(INSIDE)
      const made = await suggest(key, 'Auch dabei')
      await suggest(key, 'Zweiter für dieselbe')
      const stale = await world.textToReview(INSIDE)
      const broken = await owner(api.keys.create, {
        params,
        body: { namespace: 'app', name: `broken${key}`, plural: 'none', forms: { other: 'Hello {{name}}' } },
      })
      const { translation } = await translator(api.translations.save, {
        params: { ...german, key: broken.key.id },
        body: { forms: { other: 'Hallo' }, baseVersion: 0 },
      })
      const items = [
        ...texts.map((text) => ({ on: 'text' as const, ...text })),
        { on: 'suggestion' as const, id: made.id, version: made.version, baseVersion: made.textVersion },
        { on: 'text' as const, keyId: key, baseVersion: made.textVersion },
        { on: 'text' as const, keyId: stale.keyId, baseVersion: stale.baseVersion - 1 },
        { on: 'text' as const, keyId: broken.key.id, baseVersion: translation.version },
      ]
      const done = await reviewer(api.review.approve, {
        params: german,
        body: { items },
      })
      expect(done.approved.map(({ keyId, state }) => [keyId, state])).toEqual([
        [texts[0]?.keyId, 'reviewed'],
        [texts[1]?.keyId, 'reviewed'],
        [key, 'reviewed'],
      ])
      expect(done.refused.map(({ id, code }) => [id, code])).toEqual([
        [key, 'twice'],
        [stale.keyId, 'stale-edit'],
        [broken.key.id, 'failing-checks'],
      ])
      expect(done.operation?.summary).toMatchObject({ translations: 3, accepted: 1 })
      const undone = await undo(done.operation?.id)
      expect((await textOf(texts[0]?.keyId ?? 0)).state).toBe('translated')
      expect((await listed(key)).map(({ state }) => state)).toEqual(['open', 'open'])
      // Undoing the undo approves them again.
      await undo(undone.operation?.id)
      expect((await listed(key)).find(({ id }) => id === made.id)?.state).toBe('accepted')
      expect((await textOf(key)).actor?.id).toBe(idOf('contributor'))
    })

    test('undoing an undo does not decide on words that were edited since', async () => {
      const keys = [await world.makeKey(INSIDE), await world.makeKey(INSIDE)]
      const [toAccept, toReject] = [await suggest(keys[0] ?? 0, 'Alt'), await suggest(keys[1] ?? 0, 'Alt')]
      const item = ({ id, version, textVersion }: SuggestionReply) =>
        ({ on: 'suggestion', id, version, baseVersion: textVersion }) as const
      const accepted = await reviewer(api.review.approve, {
        params: german,
        body: { items: [item(toAccept)] },
      })
      const rejected = await reviewer(api.review.reject, {
        params: german,
        body: { items: [item(toReject)], reason: REASON },
      })
      const undone = await Promise.all([undo(accepted.operation?.id), undo(rejected.operation?.id)])
      for (const { id, version } of [toAccept, toReject])
        await contributor(api.suggestions.edit, {
          params: { ...params, suggestion: id },
          body: { forms: { other: 'Neu' }, note: '', baseVersion: version },
        })
      for (const { operation } of undone) await undo(operation?.id)
      for (const key of keys)
        expect(await listed(key)).toMatchObject([{ state: 'open', forms: { other: 'Neu' }, decision: null }])
      expect((await textOf(keys[0] ?? 0)).forms).toEqual({ other: 'Alt' })
    })

    test('are sent back with a reason and a proposal; an undo reverts that too', async () => {
      const text = await world.textToReview(INSIDE)
      const before = await textOf(text.keyId)
      const made = await suggest(text.keyId, 'Nein')
      const suggestion = { on: 'suggestion' as const, id: made.id, version: made.version, baseVersion: 0 }
      const proposed = { other: 'So wäre es besser' }
      const sent = await reviewer(api.review.reject, {
        params: german,
        body: { items: [{ on: 'text', ...text }], reason: REASON, proposed },
      })
      expect(await textOf(text.keyId)).toMatchObject({
        state: 'draft',
        actor: before.actor,
        forms: before.forms,
      })
      const list = () => owner(api.suggestions.list, { params: { ...german, key: text.keyId } })
      expect((await list()).rejections).toMatchObject([
        { author: before.actor, by: { id: idOf('reviewer') }, reason: REASON, proposed, forms: before.forms },
      ])
      const rejectionId = (await list()).rejections[0]?.id ?? 0
      const { id: projectId } = await world.projectOf(INSIDE)
      const rejection = () => world.deps.store.read((r) => rejectionById(r, projectId, rejectionId))
      expect(await rejection()).toMatchObject({
        author: before.actor,
        proposed,
        operationId: sent.operation?.id,
      })
      const rejected = await reviewer(api.review.reject, {
        params: german,
        body: { items: [suggestion], reason: REASON },
      })
      expect(rejected.operation?.summary).toMatchObject({ translations: 0, rejected: 1, languages: ['de'] })
      expect((await list()).suggestions[0]).toMatchObject({ state: 'rejected', decision: { reason: REASON } })
      const planOf = async (operation = 0) =>
        (await reviewer(api.operations.get, { params: { ...params, operation } })).undo
      expect(await planOf(rejected.operation?.id)).toMatchObject({ total: 0, decisions: 1 })
      const undone = await undo(rejected.operation?.id)
      expect((await list()).suggestions[0]).toMatchObject({ state: 'open', decision: null })
      expect(await planOf(rejected.operation?.id)).toMatchObject({ total: 0, decisions: 0 })
      expect(await planOf(undone.operation?.id)).toMatchObject({ total: 0, decisions: 1 })
      expect((await undo(rejected.operation?.id)).operation).toBeNull()
      expect(await planOf(sent.operation?.id)).toMatchObject({ total: 1, decisions: 1 })
      await undo(sent.operation?.id)
      expect((await list()).rejections).toEqual([])
      expect(await rejection()).toBeNull()
      expect((await textOf(text.keyId)).state).toBe('translated')
    })

    test('a proposal is for one text, and a text cannot be sent back twice', async () => {
      const [a, b] = [await world.textToReview(INSIDE), await world.textToReview(INSIDE)]
      const items = [a, b].map((text) => ({ on: 'text' as const, ...text }))
      const body = { items, reason: REASON, proposed: { other: 'x' } }
      expect((await failing(reviewer(api.review.reject, { params: german, body }))).code).toBe(
        'invalid-input',
      )
      await reviewer(api.review.reject, { params: german, body: { items, reason: REASON } })
      const again = items.map(async (item) => ({ ...item, baseVersion: (await textOf(item.keyId)).version }))
      const { refused } = await reviewer(api.review.reject, {
        params: german,
        body: { items: await Promise.all(again), reason: REASON },
      })
      expect(refused.map(({ code }) => code)).toEqual(['already-decided', 'already-decided'])
    })
  })

  describe('what is left is one number everywhere', () => {
    const numbersOf = async (by: typeof owner) => {
      const overview = await by(api.projects.overview, { params })
      const review = await by(api.review.languages, { params })
      const counts = await by(api.review.counts, { params: german })
      const page = await by(api.review.page, { params: german, query: { limit: 500, order: 'oldest' } })
      const of = (languages: readonly { tag: string; left: LanguageLeft }[]) =>
        languages.find(({ tag }) => tag === 'de')?.left
      const kinds = Object.values(counts.kinds).reduce((sum, count) => sum + count, 0)
      return { overview: of(overview.languages), review: of(review.languages), kinds, items: page.items }
    }

    test('suggestions and texts to review again count, for Overview as for Review', async () => {
      const before = await numbersOf(owner)
      const key = await world.makeKey(INSIDE)
      await suggest(key, 'Vorschlag')
      const again = await world.textToReview(INSIDE)
      await owner(api.review.approve, { params: german, body: { items: [{ on: 'text', ...again }] } })
      const source = await owner(api.translations.get, {
        params: { ...params, key: again.keyId, language: 'en' },
      })
      await owner(api.translations.save, {
        params: { ...params, key: again.keyId, language: 'en' },
        body: { forms: { other: 'Something else' }, baseVersion: source.source.version },
      })
      const { overview, review, kinds, items } = await numbersOf(owner)
      expect(overview).toEqual(review)
      expect(overview?.waiting).toBe((before.overview?.waiting ?? 0) + 2)
      expect(overview?.suggestions).toBe((before.overview?.suggestions ?? 0) + 1)
      expect([kinds, items.length]).toEqual([overview?.waiting, overview?.waiting])
    })

    test('people limited to a namespace have the numbers and the queue of that namespace', async () => {
      const elsewhere = await owner(api.keys.create, {
        params,
        body: { namespace: 'elsewhere', name: 'a', plural: 'none', forms: { other: 'One' } },
      })
      const key = elsewhere.key.id
      await suggest(key, 'Eins')
      await owner(api.keys.create, {
        params,
        body: { namespace: 'elsewhere', name: 'b', plural: 'none', forms: { other: 'Two' } },
      })
      const limited = await world.caller(
        await world.somebody('reviewer', { languages: new Set(['de']), namespaces: new Set(['elsewhere']) }),
      )
      const { overview, review, kinds, items } = await numbersOf(limited)
      expect(overview).toEqual({ untranslated: 2, failing: 0, outdated: 0, waiting: 1, suggestions: 1 })
      expect(review).toEqual(overview)
      expect(kinds).toBe(1)
      expect(items.map((item) => item.key.id)).toEqual([key])
      const all = await numbersOf(owner)
      expect(all.overview?.untranslated).toBeGreaterThanOrEqual(2)
      expect(all.items.length).toBeGreaterThan(1)
    })
  })

  describe('a text that fails a check', () => {
    /** Creates a key whose German translation leaves out its placeholder. */
    const breakOne = async (text = 'Hallo') => {
      const { key } = await owner(api.keys.create, {
        params,
        body: {
          namespace: 'app',
          name: `failing${await world.makeKey(INSIDE)}`,
          plural: 'none',
          forms: { other: 'Hi {{name}}' },
        },
      })
      const at = { ...german, key: key.id }
      const { translation } = await translator(api.translations.save, {
        params: at,
        body: { forms: { other: text }, baseVersion: 0 },
      })
      expect(translation.failing).toBe(true)
      return { at, key: key.id, version: translation.version }
    }
    const MISSING = [{ code: 'placeholder-missing', form: 'other', severity: 'error' }]

    test('is saved as reviewed only when the reviewer confirms it', async () => {
      const { at, version } = await breakOne()
      const body = { forms: { other: 'Hallo' }, state: 'reviewed' as const, baseVersion: version }
      const refused = await failing(reviewer(api.translations.save, { params: at, body }))
      expect(refused).toMatchObject({ code: 'failing-checks', current: { issues: MISSING } })
      expect((await textOf(at.key)).state).toBe('translated')
      const { translation } = await reviewer(api.translations.save, {
        params: at,
        body: { ...body, approveFailing: true },
      })
      expect(translation).toMatchObject({ state: 'reviewed', failing: true })
      // Nothing is approved by saving the same text again.
      const again = { ...body, baseVersion: translation.version }
      expect((await reviewer(api.translations.save, { params: at, body: again })).operation).toBeNull()
      const draft = { forms: { other: 'Hallo du' }, baseVersion: translation.version }
      expect((await translator(api.translations.save, { params: at, body: draft })).translation.state).toBe(
        'translated',
      )
    })

    test('is accepted as a suggestion only when confirmed, regardless of who accepts it', async () => {
      for (const by of [reviewer, translator]) {
        const { at } = await breakOne()
        const made = await suggest(at.key, 'Servus')
        const refused = await failing(accept(made, by))
        expect(refused).toMatchObject({ code: 'failing-checks', current: { issues: MISSING } })
        expect((await listed(at.key)).map(({ state }) => state)).toEqual(['open'])
        const done = await accept(made, by, { approveFailing: true })
        expect(done.suggestion.state).toBe('accepted')
      }
    })

    test('is left out of a bulk approval, which says how many', async () => {
      const broken = await breakOne()
      const fine = await world.textToReview(INSIDE)
      const bulk = (state: 'reviewed' | 'draft') =>
        reviewer(api.translations.bulk, {
          params,
          body: {
            language: 'de',
            select: { keys: [broken.key, fine.keyId] },
            act: { kind: 'set-state', state },
          },
        })
      expect(await bulk('reviewed')).toMatchObject({ changed: 1, failing: 1 })
      expect((await textOf(broken.key)).state).toBe('translated')
      expect((await textOf(fine.keyId)).state).toBe('reviewed')
      expect(await bulk('draft')).toMatchObject({ changed: 2, failing: 0 })
    })

    test('keeps its approval when it is undone and redone', async () => {
      const { at, version } = await breakOne()
      const { operation } = await reviewer(api.translations.save, {
        params: at,
        body: {
          forms: { other: 'Hallo' },
          state: 'reviewed',
          baseVersion: version,
          approveFailing: true,
        },
      })
      const undone = await undo(operation?.id)
      await undo(undone.operation?.id)
      expect((await textOf(at.key)).state).toBe('reviewed')
    })
  })

  describe('if no one reviews their own work', () => {
    beforeAll(async () => {
      const { id } = await world.projectOf(INSIDE)
      await world.deps.store.write((w) => updateProject(w, id, { settings: { reviewOwn: false } }))
    })
    afterAll(async () => {
      const { id } = await world.projectOf(INSIDE)
      await world.deps.store.write((w) => updateProject(w, id, { settings: { reviewOwn: true } }))
    })

    test('one’s own text and suggestion are left to others', async () => {
      const key = await world.makeKey(INSIDE)
      const save = async (other: string, state: 'translated' | 'reviewed') =>
        reviewer(api.translations.save, {
          params: { ...german, key },
          body: { forms: { other }, state, baseVersion: (await textOf(key)).version },
        })
      expect((await failing(save('Meins', 'reviewed'))).params.reason).toBe('own-work')
      const { translation } = await save('Meins', 'translated')
      const item = { on: 'text' as const, keyId: key, baseVersion: translation.version }
      const approve = (by: typeof owner, baseVersion = item.baseVersion) =>
        by(api.review.approve, {
          params: german,
          body: { items: [{ ...item, baseVersion }], approveFailing: true },
        })
      expect((await approve(reviewer)).refused).toMatchObject([{ code: 'not-allowed', reason: 'own-work' }])
      expect((await failing(save('Meins', 'reviewed'))).params.reason).toBe('own-work')
      const bulk = reviewer(api.translations.bulk, {
        params,
        body: { language: 'de', select: { keys: [key] }, act: { kind: 'set-state', state: 'reviewed' } },
      })
      expect((await failing(bulk)).params.reason).toBe('own-work')
      // A change of state by someone else leaves it the reviewer's words.
      await translator(api.translations.bulk, {
        params,
        body: { language: 'de', select: { keys: [key] }, act: { kind: 'set-state', state: 'draft' } },
      })
      const { version } = await textOf(key)
      expect((await approve(reviewer, version)).refused).toMatchObject([{ reason: 'own-work' }])
      expect((await approve(owner, version)).approved).toMatchObject([{ state: 'reviewed' }])
      expect((await textOf(key)).actor?.id).toBe(idOf('reviewer'))
    })

    test('changing the plural kind of a key reviews no text and leaves each to its author', async () => {
      const body = {
        namespace: 'common',
        name: 'converted',
        plural: 'cardinal' as const,
        forms: { other: 'a' },
      }
      const { key } = await owner(api.keys.create, { params, body })
      const { translation } = await translator(api.translations.save, {
        params: { ...german, key: key.id },
        body: { forms: { one: '{{count}} Teil', other: '{{count}} Teile' }, baseVersion: 0 },
      })
      const { version: baseVersion } = translation
      const approved = await reviewer(api.review.approve, {
        params: german,
        body: { items: [{ on: 'text', keyId: key.id, baseVersion }], approveFailing: true },
      })
      expect(approved.refused).toEqual([])
      await owner(api.keys.update, { params: { ...params, key: key.id }, body: { plural: 'none' } })
      const text = {
        forms: { other: '{{count}} Teile' },
        state: 'reviewed',
        actor: { id: idOf('translator') },
      }
      expect(await textOf(key.id)).toMatchObject(text)
      const { version } = await textOf(key.id)
      // The words are not those of the person who converted them.
      const sentBack = await owner(api.translations.save, {
        params: { ...german, key: key.id },
        body: { forms: text.forms, state: 'draft', baseVersion: version },
      })
      const again = await owner(api.review.approve, {
        params: german,
        body: {
          items: [{ on: 'text', keyId: key.id, baseVersion: sentBack.translation.version }],
          approveFailing: true,
        },
      })
      expect(again.refused).toEqual([])
    })

    test('no one accepts their own suggestion; edited words wait for someone else', async () => {
      const key = await world.makeKey(INSIDE)
      const own = await suggest(key, 'Mein Vorschlag', reviewer)
      expect((await failing(accept(own))).params.reason).toBe('own-work')
      const other = await suggest(key, 'Ihr Vorschlag')
      const edited = await accept(other, reviewer, { forms: { other: 'Umgeschrieben' } })
      expect(edited.translation).toMatchObject({ state: 'translated', actor: { id: idOf('reviewer') } })
      const third = await suggest(key, 'Noch einer')
      expect((await accept(third)).translation.state).toBe('reviewed')
    })
  })
})
