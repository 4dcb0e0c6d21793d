import { api, type EditorRowReply, Failure, type OperationReply } from '@dragoman/contract'
import type { FormName, Forms, PluralKind } from '@dragoman/core'
import { projectBySlug } from '@dragoman/store'
import { expect } from 'vitest'
import { peopleOf, type TestPerson } from '../people.ts'
import type { GitProject } from './git-project.ts'
import { placedTexts } from './walk-places.ts'
import { placed } from './walk-repository.ts'

/** A text that a person saved. */
export type Saved = {
  readonly keyId: number
  readonly place: string
  readonly language: string
  readonly form: FormName
  readonly text: string
}

/** What people did in Dragoman. */
export type Deeds = {
  readonly saved: readonly Saved[]
  /** Ids of keys that a person removed, or can have by undoing. */
  readonly removed: ReadonlySet<number>
  /** Developers' texts that a person saw in a conflict and decided about: `placed`. */
  readonly decided: ReadonlySet<string>
  /**
   * Texts of the repository that were in conflict with ours: `placed`. Until a person decides, our commits
   * have them: the conflict shows both.
   */
  readonly inConflict: ReadonlySet<string>
  /** By text: the names of the people who can be its author. */
  readonly authors: ReadonlyMap<string, readonly string[]>
}

type PeopleParts = {
  readonly project: () => GitProject
  readonly pick: <T>(all: readonly T[]) => T
  readonly random: (below: number) => number
  /** Returns a text that was never written before. */
  readonly next: (by: string) => string
  readonly note: (name: string) => void
  /** The file of a language and a namespace. */
  readonly path: (language: string, namespace: string) => string
}

/** A person who saves; `isCut`: whether the server was killed before it could reply. */
type Saver = {
  readonly name: string
  readonly call: TestPerson['call']
  readonly isCut: () => boolean
}

const params = { project: 'shop' }
const MANAGER = 'Tara'

/** The translators of a walk; the first is a manager, who also undoes and decides. */
export async function openWalkPeople({ project, pick, random, next, note, path }: PeopleParts) {
  let translators: readonly TestPerson[] = []
  let starts = 0
  const saved: Saved[] = []
  const removed = new Set<number>()
  const decided = new Set<string>()
  const inConflict = new Set<string>()
  const authors = new Map<string, readonly string[]>()
  const managers = () => translators.slice(0, 1)

  /** Signs in again after each start of Dragoman. */
  async function signIn(): Promise<void> {
    const { test } = project()
    const found = await test.server.deps.store.read((r) => projectBySlug(r, 'shop'))
    const people = peopleOf(test)
    translators = await Promise.all(
      [MANAGER, 'Tom', 'Tess'].map((name) =>
        people.member(`${name}${starts}`, found?.id ?? 0, {
          role: name === MANAGER ? 'manager' : 'translator',
        }),
      ),
    )
    starts++
  }
  await signIn()

  async function catalog(language: string, call = project().test.call) {
    const { rows } = await call(api.translations.page, { params, query: { language, limit: 500 } })
    return rows
  }

  async function conflicts() {
    const found = (await project().test.call(api.files.conflicts, { params })).conflicts
    for (const one of found)
      for (const { place, text } of placedTexts(one.path, one, one.theirs))
        inConflict.add(placed(place, text))
    return found
  }

  /** Notes who typed the texts, or the manager, who undoes and decides for the others. */
  function noteAuthor(forms: Forms, name: string): void {
    for (const text of Object.values(forms)) authors.set(text, [name, MANAGER])
  }

  /** Returns texts that were never written before. */
  function typed(plural: PluralKind, by = 'T'): Forms {
    const text = next(by)
    return plural === 'none' ? { other: text } : { one: `${text} one`, other: text }
  }

  function anybody(): Saver {
    const { call, actor } = pick(translators)
    return { call, name: actor.name, isCut: () => false }
  }

  async function save({ call, name, isCut }: Saver = anybody()): Promise<void> {
    const language = pick(['de', 'fr'])
    const rows = await catalog(language, call)
    if (rows.length === 0) return
    const { key, target } = pick(rows)
    const forms = random(8) === 0 ? {} : typed(key.plural)
    noteAuthor(forms, name)
    try {
      await call(api.translations.save, {
        params: { ...params, key: key.id, language },
        body: { forms, baseVersion: target.version },
      })
    } catch (error) {
      // The server did not confirm whether it was saved.
      if (isCut()) return note('save-cut')
      // The merge of a commit came between the read and the save, as it can for any user.
      if (!(error instanceof Failure) || !['stale-edit', 'gone', 'not-found'].includes(error.code))
        throw error
      const now = (await catalog(language, call)).find((row) => row.key.id === key.id)
      if (error.code === 'stale-edit')
        expect(now?.target.version, 'a save refused as stale, and nothing newer').not.toBe(target.version)
      else expect(now, 'a save refused as its key were gone').toBeUndefined()
      return note(`save-${error.code}`)
    }
    noteSaved(key, language, forms)
    note(forms.other === undefined ? 'empty' : 'save')
    if (key.plural !== 'none') note('save-plural')
  }

  function noteSaved(key: EditorRowReply['key'], language: string, forms: Forms): void {
    for (const one of placedTexts(path(language, key.namespace), key, forms))
      saved.push({ keyId: key.id, language, ...one })
  }

  /** An undo saves what was there before. */
  async function noteUndone({
    key: undone,
    languages: [language = ''],
  }: OperationReply['summary']): Promise<void> {
    for (const { key, target } of await catalog(language)) {
      if (key.name !== undone?.name || key.namespace !== undone.namespace) continue
      noteSaved(key, language, target.forms)
    }
  }

  async function undo(): Promise<void> {
    const { test } = project()
    const { operations } = await test.call(api.operations.list, { params, query: { limit: 10 } })
    const own = operations.filter(({ kind, undoneBy }) => kind === 'save' && undoneBy === null)
    if (own.length === 0) return
    try {
      const operation = pick(own)
      await pick(managers()).call(api.operations.undo, {
        params: { ...params, operation: operation.id },
        body: { keepNewer: false },
      })
      await noteUndone(operation.summary)
      note('undo')
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'changed-since') throw error
      note('undo-refused')
    }
  }

  async function resolve(): Promise<void> {
    const [conflict] = await conflicts()
    if (conflict === undefined) return
    const [person] = managers()
    const forms = pick([conflict.ours, conflict.theirs, typed(conflict.plural)])
    try {
      const { id, mark } = conflict
      await person?.call(api.files.resolve, { params: { ...params, conflict: id }, body: { forms, mark } })
    } catch (error) {
      // A commit changed one of its texts meanwhile.
      if (error instanceof Failure && error.code === 'stale-edit') return note('resolve-stale')
      // A commit resolved it meanwhile.
      if (!(error instanceof Failure) || error.code !== 'not-found') throw error
      expect((await conflicts()).map(({ id }) => id)).not.toContain(conflict.id)
      return note('resolve-refused')
    }
    for (const { place, text } of placedTexts(conflict.path, conflict, conflict.theirs))
      decided.add(placed(place, text))
    note('resolve')
  }

  async function createOrRemove(): Promise<void> {
    const [manager] = managers()
    const rows = await catalog('en')
    const name = pick(['ours.h', 'ours.i', 'j'])
    const namespace = pick(['common', 'shop'])
    const known = rows.find(({ key }) => key.name === name && key.namespace === namespace)
    if (known !== undefined) {
      await manager?.call(api.keys.remove, { params: { ...params, key: known.key.id } })
      removed.add(known.key.id)
      note('remove-key')
      return
    }
    const forms = typed('none', 'K')
    await manager?.call(api.keys.create, {
      params,
      body: { namespace, name, plural: 'none', forms },
    })
    noteAuthor(forms, MANAGER)
    note('create-key')
  }

  return {
    signIn,
    catalog,
    conflicts,
    save,
    undo,
    resolve,
    createOrRemove,
    deeds: { saved, removed, decided, inConflict, authors } as Deeds,
  }
}

export type WalkPeople = Awaited<ReturnType<typeof openWalkPeople>>
