import { actorId, LIMITS, type TranslationState } from '@dragoman/core'
import { formatById } from '@dragoman/formats'
import {
  addComment,
  addNotifications,
  addRejection,
  addSuggestion,
  allowAll,
  answerComment,
  applyOperation,
  type BranchRow,
  branchOfProject,
  type ChangeRequest,
  commentThreads,
  countDiscussions,
  keepFileBase,
  keyById,
  keyByIdentity,
  listNotifications,
  type Requester,
  rejectionsOfString,
  removeLanguage,
  resolveThread,
  type Store,
  suggestionsOfString,
  translation,
  undoOperation,
  upsertFile,
  voteForSuggestion,
  type Writer,
} from '@dragoman/store'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { ANN, AT, JAN, MARA, person } from '../../store/test/sample.ts'
import { sampleBranch } from '../../store/test/sample-branch.ts'
import { mergeBranch } from '../src/sources/git/branches/merge-branch.ts'
import {
  lockNothingUnsent,
  requireNothingUnsent,
} from '../src/sources/git/branches/require-nothing-unsent.ts'
import { type PreparedTexts, prepareTexts } from '../src/sources/git/branches/texts-in-files.ts'

const MANAGER = person(9, 'Manager')
const SYNC: Requester = { actor: { id: actorId('sync', 1), name: 'Git' }, allow: allowAll }

type Saved = {
  readonly name: string
  readonly language?: string
  readonly text: string
  readonly state?: TranslationState
  readonly by?: Requester
  readonly kind?: 'sync' | 'save'
}

/** The addition of a key with texts by language. */
function added(name: string, texts: Readonly<Record<string, string>>) {
  const forms = Object.entries(texts).map(([tag, other]) => [tag, { forms: { other } }] as const)
  const key = { namespace: 'app', name, plural: 'none', path: [name], texts: new Map(forms) } as const
  return { kind: 'add-key', ...key } as const
}

/** Counts files that are parsed from now on. */
function countParsed() {
  const format = formatById('i18next-json')
  if (format === null) throw new Error('It is a format')
  const parsed = vi.spyOn(format, 'read')
  onTestFinished(() => parsed.mockRestore())
  return parsed
}

/** Sends a German text back as a draft. */
async function reject(w: Writer, projectId: number, keyId: number): Promise<void> {
  const text = await translation(w, projectId, keyId, 'de')
  if (text === null) throw new Error('There is no text')
  const { forms, version: textVersion, actor: author } = text
  const change = { kind: 'translate', keyId, language: 'de', forms, state: 'draft' } as const
  const done = await applyOperation(w, { projectId, kind: 'review', by: ANN, at: AT, changes: [change] })
  if (!done.ok) throw new Error(JSON.stringify(done.refusals))
  const { operationId } = done
  const why = { reason: { kind: 'other', text: 'Too formal' }, proposed: { other: 'Bezahl' } } as const
  const rejected = { keyId, language: 'de', textVersion, forms, author, by: ANN.actor, at: AT }
  await addRejection(w, projectId, { ...rejected, ...why, operationId })
}

onBoth('merge-branch', (openDatabase) => {
  let database: TestDatabase
  let store: Store
  let branch: BranchRow
  beforeEach(async () => {
    database = await openDatabase()
    store = database.store
    branch = await sampleBranch(store)
  })
  afterEach(() => database.remove())

  const write = (projectId: number, kind: 'sync' | 'save' | 'keys', change: ChangeRequest, by = MARA) =>
    store.write(async (w) => {
      const done = await applyOperation(w, { projectId, kind, by, at: AT, changes: [change] })
      if (!done.ok) throw new Error(JSON.stringify(done.refusals))
      return done
    })
  const idOf = async (projectId: number, name: string) => {
    const identity = { namespace: 'app', name, plural: 'none' } as const
    const key = await store.read((r) => keyByIdentity(r, projectId, identity))
    if (key === null) throw new Error(`There is no key ${name}`)
    return key.id
  }
  /** Adds a key to the branch or the project as their files have it. */
  const read = (projectId: number, name: string, texts: Readonly<Record<string, string>>) =>
    write(projectId, 'sync', added(name, texts), SYNC)
  const save = async (
    projectId: number,
    { name, language = 'de', text, state, by = JAN, kind = 'save' as const }: Saved,
  ) => {
    const keyId = await idOf(projectId, name)
    const change = { kind: 'translate', keyId, language, forms: { other: text } } as const
    return write(projectId, kind, { ...change, ...(state && { state }) }, by)
  }
  /** Gives the branch files that have been synced. */
  const filesHave = (files: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
    store.write(async (w) => {
      for (const [language, texts] of Object.entries(files)) {
        const { sourceId } = branch
        const path = `locales/${language}.json`
        const file = { sourceId, path, language, namespace: 'app', side: 'target' } as const
        await upsertFile(w, { ...file, state: 'in-step', problem: null })
        await keepFileBase(w, sourceId, path, Buffer.from(JSON.stringify(texts)))
      }
    })
  const textIn = async (projectId: number, name: string, language = 'de') => {
    const keyId = await idOf(projectId, name)
    const row = await store.read((r) => translation(r, projectId, keyId, language))
    return row && [row.forms.other, row.state, row.outdated ? 'outdated' : 'current', row.actor?.name]
  }
  const merge = (because: 'person' | 'merged' = 'merged', texts: 'move' | 'discard' = 'move') =>
    store.write((w) =>
      mergeBranch(w, {
        ...{ branch, texts, because, by: MANAGER, at: AT },
        origin: { actor: MANAGER.actor, address: null, tokenId: null },
      }),
    )
  const mergePrepared = (prepared: PreparedTexts) =>
    store.write((w) =>
      mergeBranch(w, {
        ...{ branch, texts: 'move', because: 'merged', by: MANAGER, at: AT, prepared },
        origin: { actor: MANAGER.actor, address: null, tokenId: null },
      }),
    )
  const comment = async (name: string, by: Requester, language: string | null = null) => {
    const on = { projectId: branch.projectId, keyId: await idOf(branch.projectId, name), language }
    const text = { kind: 'question', text: 'What is it?', mentions: [], by: by.actor, at: AT } as const
    return store.write((w) => addComment(w, { ...on, ...text }))
  }
  const suggest = async (name: string, text: string) => {
    const keyId = await idOf(branch.projectId, name)
    const of = { projectId: branch.projectId, keyId, language: 'de', forms: { other: text } }
    const done = await store.write((w) => addSuggestion(w, { ...of, note: 'Why', author: JAN.actor, at: AT }))
    if (!done.ok) throw new Error(done.refusal.code)
    return done.suggestion
  }
  const threadsIn = async (projectId: number, name: string) => {
    const on = { projectId, keyId: await idOf(projectId, name), language: null, limit: 10, cursor: null }
    return (await store.read((r) => commentThreads(r, on))).threads
  }
  const suggestionsIn = async (projectId: number, name: string) => {
    const of = { projectId, keyId: await idOf(projectId, name), language: 'de' }
    return store.read((r) => suggestionsOfString(r, of))
  }

  test('comments, suggestions with votes and rejections are moved to the keys of the project', async () => {
    const { projectId, parentId } = branch
    await read(parentId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await read(projectId, 'pay', { en: 'Pay', de: 'Zahlen' })
    const first = await comment('pay', JAN)
    const answer = { projectId, text: 'A button', mentions: [], by: ANN.actor, at: AT }
    await store.write((w) => answerComment(w, first.id, answer))
    await store.write((w) => resolveThread(w, first.id, { isResolved: true, by: ANN.actor, at: AT }))
    await comment('pay', ANN, 'de')
    await store.write((w) => reject(w, projectId, first.keyId))
    const suggestion = await suggest('pay', 'Bezahlen')
    const vote = { projectId, id: suggestion.id, by: ANN.actor, isFor: true, at: AT }
    await store.write((w) => voteForSuggestion(w, vote))

    expect(await merge()).toMatchObject({ discussions: 4, leftDiscussions: 0, left: 0 })

    expect(await store.read((r) => branchOfProject(r, projectId))).toBeNull()
    expect(await threadsIn(parentId, 'pay')).toMatchObject([
      { first: { language: 'de', actor: { name: 'Ann' }, projectId: parentId } },
      { first: { id: first.id, resolved: { by: { name: 'Ann' } } }, answers: [{ text: 'A button' }] },
    ])
    const text = await store.read(async (r) => translation(r, parentId, await idOf(parentId, 'pay'), 'de'))
    expect(await suggestionsIn(parentId, 'pay')).toMatchObject([
      {
        ...{ id: suggestion.id, forms: { other: 'Bezahlen' }, state: 'open', note: 'Why', votes: 1 },
        ...{ voters: [{ name: 'Ann' }], author: { name: 'Jan' }, textVersion: text?.version },
      },
    ])
    const of = { projectId: parentId, keyId: text?.keyId ?? 0, language: 'de' }
    const [rejection] = await store.read((r) => rejectionsOfString(r, of))
    expect(rejection).toMatchObject({ reason: { text: 'Too formal' }, forms: { other: 'Zahlen' } })
    const source = await store.read((r) => translation(r, parentId, of.keyId, 'en'))
    expect(rejection?.operationId).toBeGreaterThanOrEqual(source?.version ?? Number.POSITIVE_INFINITY)
  })

  test('notifications about them open the key of the project', async () => {
    const { projectId, parentId } = branch
    await read(parentId, 'pay', { en: 'Pay' })
    await read(projectId, 'pay', { en: 'Pay' })
    const { id, keyId } = await comment('pay', JAN)
    const about = { keyId, language: null, subjectId: id, payload: { thread: id }, actorId: JAN.actor.id }
    const one = { userId: 3, projectId, kind: 'question', subject: `comment:${id}`, ...about } as const
    await store.write((w) => addNotifications(w, [one], AT))
    await merge()
    const shown = [{ kinds: ['question'] as const, projectIds: [parentId] }]
    const query = { userId: 3, shown, state: 'open', now: AT, since: AT, limit: 9, cursor: null } as const
    const { rows } = await store.read((r) => listNotifications(r, query))
    expect(rows).toMatchObject([{ projectId: parentId, keyId: await idOf(parentId, 'pay'), subjectId: id }])
    // Added and edited comments notify people, moved ones do not.
    const events = await store.read(({ db }) =>
      db
        .selectFrom('event')
        .select('payload')
        .where('kind', '=', 'comment.changed')
        .where('project_id', '=', parentId)
        .execute(),
    )
    expect(events.map(({ payload }) => JSON.parse(payload).what)).toEqual(['moved'])
  })

  test('a branch with comments about a key that the project does not have is kept, until it has the key', async () => {
    const { projectId, parentId } = branch
    await read(projectId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await filesHave({ en: { pay: 'Pay' } })
    await comment('pay', JAN)
    await suggest('pay', 'Bezahlen')
    expect(await merge()).toMatchObject({ discussions: 0, leftDiscussions: 2 })
    const kept = await store.read((r) => branchOfProject(r, projectId))
    expect(kept).toMatchObject({ state: 'closed', closeReason: 'merged' })
    const { intoSourceId: sourceId } = branch
    const disconnect = requireNothingUnsent(store.read, { projectId: parentId, sourceId })
    await expect(disconnect).rejects.toMatchObject({ params: { branches: 'feature/pay (3)' } })
    await read(parentId, 'pay', { en: 'Pay', de: 'Zahlen' })
    expect(await merge()).toMatchObject({ discussions: 2, leftDiscussions: 0, left: 0 })
    expect(await threadsIn(parentId, 'pay')).toHaveLength(1)
    expect(await store.read((r) => branchOfProject(r, projectId))).toBeNull()
  })

  test('a key of another plural kind is another key, and a discarded branch takes its comments with it', async () => {
    const { projectId, parentId } = branch
    await read(projectId, 'items', { en: 'Items' })
    await filesHave({ en: { items: 'Items' } })
    const plural = { ...added('items', {}), plural: 'cardinal' } as const
    await write(parentId, 'sync', plural, SYNC)
    await comment('items', JAN)
    expect(await merge()).toMatchObject({ discussions: 0, leftDiscussions: 1 })
    expect(await merge('person', 'discard')).toMatchObject({ discussions: 0, leftDiscussions: 0 })
    expect(await store.read((r) => branchOfProject(r, projectId))).toBeNull()
  })

  test('the transaction that merges a branch parses the namespaces whose files changed since they were prepared', async () => {
    const { projectId, parentId } = branch
    await read(parentId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await read(projectId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await filesHave({ en: { pay: 'Pay' }, de: { pay: 'Zahlen' } })
    await save(projectId, { name: 'pay', text: 'Bezahlen' })
    const early = await prepareTexts(store.read, branch)
    await filesHave({ de: { pay: 'Bezahlen' } })
    const parsed = countParsed()
    const merged = { moved: 0, conflicts: 0, left: 0 }
    expect(await mergePrepared(early)).toMatchObject(merged)
    expect(parsed.mock.calls.map(([, view]) => view?.language)).toEqual(['de', 'en'])
    expect(await textIn(parentId, 'pay')).toEqual(['Zahlen', 'translated', 'current', 'Git'])
  })

  test('the transaction that merges a branch parses no file that is as it was prepared', async () => {
    const { projectId, parentId } = branch
    await read(parentId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await read(projectId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await filesHave({ en: { pay: 'Pay' }, de: { pay: 'Zahlen' } })
    const prepared = await prepareTexts(store.read, branch)
    // Texts are read in the transaction.
    await save(projectId, { name: 'pay', text: 'Bezahlen' })
    const parsed = countParsed()
    expect(await mergePrepared(prepared)).toMatchObject({ moved: 1, conflicts: 0, left: 0 })
    expect(parsed).toHaveBeenCalledTimes(0)
    expect(await textIn(parentId, 'pay')).toEqual(['Bezahlen', 'translated', 'current', 'Jan'])
  })

  test('the transaction that removes a repository parses no file of its branches that is as it was prepared', async () => {
    const { projectId, parentId } = branch
    await read(projectId, 'pay', { en: 'Pay', de: 'Zahlen' })
    await filesHave({ en: { pay: 'Pay' }, de: { pay: 'Zahlen' } })
    const of = { projectId: parentId }
    const prepared = await requireNothingUnsent(store.read, of)
    const parsed = countParsed()
    const lock = () => store.write((w) => lockNothingUnsent(w, of, prepared))
    await lock()
    await save(projectId, { name: 'pay', text: 'Bezahlen' })
    await expect(lock()).rejects.toMatchObject({ params: { branches: 'feature/pay (1)' } })
    expect(parsed).toHaveBeenCalledTimes(0)
  })

  test('a branch with more than a person has seen is not discarded', async () => {
    const { projectId } = branch
    const discard = (unsent: number, discussions: number) =>
      store.write((w) =>
        mergeBranch(w, {
          ...{ branch, texts: 'discard', seen: { unsent, discussions }, because: 'person' },
          ...{ by: MANAGER, at: AT, origin: { actor: MANAGER.actor, address: null, tokenId: null } },
        }),
      )
    await read(projectId, 'pay', { en: 'Pay' })
    await read(projectId, 'help', { en: 'Help' })
    await filesHave({ en: { pay: 'Pay', help: 'Help' } })
    await save(projectId, { name: 'pay', text: 'Zahlen' })
    await save(projectId, { name: 'help', text: 'Hilfe' })
    await comment('pay', JAN)
    const { slug } = branch
    await expect(discard(1, 1)).rejects.toMatchObject({
      ...{ code: 'unsent-texts', params: { branches: 'feature/pay (3)' } },
      current: { branches: [{ slug, branch: 'feature/pay', texts: 2, discussions: 1 }] },
    })
    await expect(discard(2, 0)).rejects.toMatchObject({ code: 'unsent-texts' })
    expect(await textIn(projectId, 'help')).toEqual(['Hilfe', 'translated', 'current', 'Jan'])
    expect(await threadsIn(projectId, 'pay')).toHaveLength(1)
    expect(await store.read((r) => branchOfProject(r, projectId))).toMatchObject({ state: 'open' })
    expect(await discard(2, 1)).toMatchObject({ moved: 0, left: 0 })
    expect(await store.read((r) => branchOfProject(r, projectId))).toBeNull()
  })

  test('texts and suggestions in a language that the project has removed are left out', async () => {
    const { projectId, parentId } = branch
    await read(parentId, 'pay', { en: 'Pay' })
    await read(projectId, 'pay', { en: 'Pay' })
    await suggest('pay', 'Bezahlen')
    await save(projectId, { name: 'pay', text: 'Zahlen' })
    await comment('pay', JAN, 'de')
    await store.write((w) => removeLanguage(w, { projectId: parentId, tag: 'de', by: MARA, at: AT }))
    expect(await merge()).toMatchObject({ moved: 0, discussions: 1, leftDiscussions: 0 })
    expect(await threadsIn(parentId, 'pay')).toHaveLength(1)
  })

  test('a key that only the branch has is added with its description, states, authors and comments', async () => {
    const { projectId, parentId } = branch
    const key = { ...added('help', { en: 'Help' }), description: 'A link', tags: ['ui'], maxLength: 20 }
    await write(projectId, 'keys', key)
    await save(projectId, { name: 'help', text: 'unfertig', state: 'draft' })
    await write(projectId, 'keys', added('old', { en: 'Old' }))
    await save(projectId, { name: 'old', text: 'Alt', state: 'reviewed' })
    await save(projectId, { name: 'old', language: 'en', text: 'New', by: MARA })
    await comment('help', ANN)
    expect(await merge()).toMatchObject({ moved: 4, discussions: 1, left: 0 })
    expect(await textIn(parentId, 'help')).toEqual(['unfertig', 'draft', 'current', 'Jan'])
    expect(await textIn(parentId, 'old')).toEqual(['Alt', 'reviewed', 'outdated', 'Jan'])
    const id = await idOf(parentId, 'help')
    const notes = { description: 'A link', tags: ['ui'], maxLength: 20 }
    expect(await store.read((r) => keyById(r, parentId, id))).toMatchObject(notes)
    expect(await threadsIn(parentId, 'help')).toHaveLength(1)
  })

  test('a text stays reviewed and outdated if the source changed after it was reviewed', async () => {
    const { projectId, parentId } = branch
    await read(projectId, 'pay', { en: 'Old' })
    await save(projectId, { name: 'pay', text: 'Alter Text', state: 'reviewed' })
    await save(projectId, { name: 'pay', language: 'en', text: 'New', by: SYNC, kind: 'sync' })
    await read(parentId, 'pay', { en: 'New' })
    await merge()
    expect(await textIn(parentId, 'pay')).toEqual(['Alter Text', 'reviewed', 'outdated', 'Jan'])
  })

  test('a text for a source text that the project does not have yet is outdated until it arrives', async () => {
    const { projectId, parentId } = branch
    await read(projectId, 'pay', { en: 'New' })
    await filesHave({ en: { pay: 'New' } })
    await save(projectId, { name: 'pay', text: 'Neu', state: 'reviewed' })
    await read(parentId, 'pay', { en: 'Old' })
    await merge('person')
    expect(await textIn(parentId, 'pay')).toEqual(['Neu', 'reviewed', 'outdated', 'Jan'])
    await save(parentId, { name: 'pay', language: 'en', text: 'Other', by: SYNC, kind: 'sync' })
    expect(await textIn(parentId, 'pay')).toEqual(['Neu', 'reviewed', 'outdated', 'Jan'])
    await save(parentId, { name: 'pay', language: 'en', text: 'New', by: SYNC, kind: 'sync' })
    expect(await textIn(parentId, 'pay')).toEqual(['Neu', 'reviewed', 'current', 'Jan'])
  })

  test('texts that came with the files of the merge have the states and authors that they had in the branch', async () => {
    const { projectId, parentId } = branch
    for (const name of ['reviewed', 'draft', 'decided', 'other', 'confirmed'])
      await read(projectId, name, { en: 'Source', de: 'Text' })
    const other = { name: 'other', language: 'en', text: 'Branch' } as const
    await save(projectId, { ...other, by: SYNC, kind: 'sync' })
    for (const name of ['reviewed', 'draft', 'decided', 'other'])
      await save(projectId, { name, text: `${name} text` })
    for (const name of ['reviewed', 'other', 'confirmed'])
      await save(projectId, {
        name,
        text: name === 'confirmed' ? 'Text' : `${name} text`,
        state: 'reviewed',
        by: ANN,
      })
    await save(projectId, { name: 'draft', text: 'draft text', state: 'draft', by: ANN })
    const names = ['reviewed', 'draft', 'decided', 'other', 'confirmed']
    const de = Object.fromEntries(names.map((name) => [name, name === 'confirmed' ? 'Text' : `${name} text`]))
    const en = Object.fromEntries(names.map((name) => [name, name === 'other' ? 'Branch' : 'Source']))
    await filesHave({ en, de })

    for (const name of ['reviewed', 'draft', 'decided', 'other'])
      await read(parentId, name, { en: 'Source', de: `${name} text` })
    await read(parentId, 'confirmed', { en: 'Before', de: 'Text' })
    await save(parentId, { name: 'confirmed', text: 'Text', state: 'reviewed', by: MARA })
    await save(parentId, { name: 'confirmed', language: 'en', text: 'Source', by: SYNC, kind: 'sync' })
    await save(parentId, { name: 'decided', text: 'decided text', state: 'reviewed', by: MARA })
    const before = await textIn(parentId, 'confirmed')
    expect(before).toEqual(['Text', 'reviewed', 'outdated', 'Git'])

    const merged = await merge()
    expect(merged?.moved).toBe(0)
    expect(await textIn(parentId, 'reviewed')).toEqual(['reviewed text', 'reviewed', 'current', 'Jan'])
    expect(await textIn(parentId, 'draft')).toEqual(['draft text', 'draft', 'current', 'Jan'])
    // Someone has reviewed it in the project.
    expect(await textIn(parentId, 'decided')).toEqual(['decided text', 'reviewed', 'current', 'Git'])
    // It was reviewed for another source text.
    expect(await textIn(parentId, 'other')).toEqual(['other text', 'translated', 'current', 'Git'])
    expect(await textIn(parentId, 'confirmed')).toEqual(['Text', 'reviewed', 'current', 'Git'])

    const operationId = merged?.operationId ?? 0
    const undo = { projectId: parentId, operationId, by: MARA, at: AT }
    expect(await store.write((w) => undoOperation(w, undo))).toMatchObject({ ok: true })
    expect(await textIn(parentId, 'reviewed')).toEqual(['reviewed text', 'translated', 'current', 'Git'])
    expect(await textIn(parentId, 'confirmed')).toEqual(before)
  })

  test('keys renamed in the branch are still served under their old names, unless the project has another key there', async () => {
    const { projectId, parentId } = branch
    const rename = async (name: string, to: string) => {
      const keyId = await idOf(projectId, name)
      await write(projectId, 'keys', { kind: 'edit-key', keyId, fields: { name: to } })
    }
    for (const name of ['title', 'label', 'tip', 'draft']) await read(projectId, name, { en: name })
    await rename('title', 'heading')
    await rename('label', 'caption')
    await rename('tip', 'hint')
    await rename('draft', 'sketch')
    await filesHave({ en: { heading: 'title', caption: 'label', hint: 'tip' } })
    // The merge renamed the keys in the files of the project.
    for (const name of ['heading', 'caption', 'hint']) await read(parentId, name, { en: name })
    await read(parentId, 'label', { en: 'Another label' })
    const other = await idOf(parentId, 'hint')
    const own = [{ name: 'note', path: ['note'] }]
    await write(parentId, 'keys', { kind: 'edit-key', keyId: other, fields: { aliases: own } })

    const merged = await merge()
    const aliasesIn = async (name: string) => {
      const key = await store.read(async (r) => keyById(r, parentId, await idOf(parentId, name)))
      return key?.aliases.map(({ name, path }) => [name, path])
    }
    expect(await aliasesIn('heading')).toEqual([['title', ['title']]])
    expect(await aliasesIn('caption')).toEqual([])
    expect(await aliasesIn('hint')).toEqual([
      ['note', ['note']],
      ['tip', ['tip']],
    ])
    // The project gets this key by the merge.
    expect(await aliasesIn('sketch')).toEqual([['draft', ['draft']]])
    const undo = { projectId: parentId, operationId: merged?.operationId ?? 0, by: MARA, at: AT }
    expect(await store.write((w) => undoOperation(w, undo))).toMatchObject({ ok: true })
    expect(await aliasesIn('hint')).toEqual([['note', ['note']]])
  })

  test('an earlier name in the branch is given to one key of the project, and replaces none that a key has', async () => {
    const { projectId, parentId } = branch
    const aliasesOf = (...names: readonly string[]) => names.map((name) => ({ name, path: [name] }))
    const set = async (id: number, name: string, names: readonly string[]) => {
      const fields = { aliases: aliasesOf(...names) }
      await write(id, 'keys', { kind: 'edit-key', keyId: await idOf(id, name), fields })
    }
    for (const name of ['full', 'first']) {
      await read(projectId, name, { en: name })
      await read(parentId, name, { en: name })
    }
    await set(projectId, 'full', ['old', 'older'])
    const own = Array.from({ length: LIMITS.aliasesPerKey - 1 }, (_, index) => `own ${index}`)
    await set(parentId, 'full', own)
    // A key that the merge adds has the alias of another one as its name.
    await set(projectId, 'first', ['second', 'third'])
    await write(projectId, 'keys', added('second', { en: 'second' }))
    await merge()
    const namesOf = async (name: string) => {
      const key = await store.read(async (r) => keyById(r, parentId, await idOf(parentId, name)))
      return key?.aliases.map((alias) => alias.name)
    }
    expect(await namesOf('full')).toEqual([...own, 'older'])
    expect(await namesOf('first')).toEqual(['third'])
    expect(await namesOf('second')).toEqual([])
  })

  test('a description from the branch is added to a key of the project that has none', async () => {
    const { projectId, parentId } = branch
    const notes = { description: 'A button', maxLength: 12 }
    for (const name of ['pay', 'help'])
      await write(projectId, 'keys', { ...added(name, { en: 'x' }), ...notes })
    await read(parentId, 'pay', { en: 'x' })
    await write(parentId, 'keys', { ...added('help', { en: 'x' }), description: 'Of the project' })
    await merge()
    const noted = async (name: string) => {
      const id = await idOf(parentId, name)
      const key = await store.read((r) => keyById(r, parentId, id))
      return key && [key.description, key.maxLength]
    }
    expect(await noted('pay')).toEqual(['A button', 12])
    expect(await noted('help')).toEqual(['Of the project', 12])
    expect(await store.read((r) => countDiscussions(r, branch))).toBe(0)
  })
})
