import { api } from '@dragoman/contract'
import type { FormName, Forms } from '@dragoman/core'
import { expect } from 'vitest'
import { REQUEST } from './git-developer.ts'
import type { GitProject } from './git-project.ts'
import type { Saved, WalkPeople } from './walk-people.ts'
import { placedTexts } from './walk-places.ts'
import { placed, type WalkRepository } from './walk-repository.ts'

type LawParts = {
  readonly project: GitProject
  readonly people: WalkPeople
  readonly repository: WalkRepository
  readonly languages: readonly string[]
  /** The file of a language and a namespace. */
  readonly path: (language: string, namespace: string) => string
}

const params = { project: 'shop' }

/** Checks everything that holds once all work has stopped, and everything was synced and sent. */
export async function expectLaws(parts: LawParts): Promise<void> {
  const conflicts = await parts.people.conflicts()
  // Others' changes on the branch of the pull request do not keep a text from being sent.
  const ofFiles = conflicts.filter(({ branch }) => branch === null)
  const open = new Set(ofFiles.flatMap((one) => placedTexts(one.path, one, {}).map(({ place }) => place)))
  expectCommitsKept(parts)
  await expectAgreement(parts, open)
  await expectTextsKept(parts)
  await expectQuiet(parts)
}

/** No commit of a developer disappears. */
function expectCommitsKept({ repository }: LawParts): void {
  for (const tip of repository.tips())
    expect(repository.isAncestor(tip, 'main'), `commit ${tip} is in main`).toBe(true)
  for (const [path, text] of repository.code) expect(repository.codeAt('main', path), path).toBe(text)
}

/** The branch has the texts of the catalog, except for conflicts. */
async function expectAgreement(
  { people, repository, languages, path: pathOf }: LawParts,
  open: ReadonlySet<string>,
): Promise<void> {
  const branch = repository.placesOf('main')
  const paths = repository.filesOf('main')
  const differing: string[] = []
  for (const language of languages) {
    const rows = await people.catalog(language)
    const names = new Set<string>()
    for (const { key, target } of rows) {
      const path = pathOf(language, key.namespace)
      for (const { place, text } of placedTexts(path, key, target.forms)) {
        names.add(place)
        if (!paths.includes(path) || open.has(place)) continue
        const theirs = branch.get(place) ?? ''
        if (text !== theirs) differing.push(`${place}: catalog ${text}, branch ${theirs}`)
      }
    }
    for (const place of branch.keys())
      if (place.startsWith(`locales/${language}/`) && !names.has(place) && !open.has(place))
        differing.push(`${place}: not in the catalog`)
  }
  expect(differing).toEqual([])
}

type Entry = { readonly kind: string; readonly forms: Forms }
type Listing = { readonly entries: readonly Entry[]; readonly form: FormName }

/**
 * Returns how many entries ago the history had a text, and the entry that replaced it; -1 if it never had.
 */
function findIn(
  { entries, form }: Listing,
  text: string,
): { readonly at: number; readonly newer: Entry | undefined } {
  const at = entries.findIndex(({ forms }) => (forms[form] ?? '') === text)
  return { at, newer: entries[at - 1] }
}

/**
 * A text that a person saved, or a developer wrote (also on the branch of the pull request), still exists, is
 * a side of an open conflict, or was replaced by a person who had seen it: by saving, undoing or deciding in
 * Dragoman, or by a commit on top of it.
 */
async function expectTextsKept({ project, people, repository, languages, path }: LawParts): Promise<void> {
  const { replaced, written, onRequest } = repository
  const { saved, removed, decided } = people.deeds
  const lost: string[] = []
  const histories = new Map<string, readonly Entry[]>()
  const atPlaces = new Map<string, Listing>()
  for (const language of languages)
    for (const { key } of await people.catalog(language)) {
      const { history } = await project.test.call(api.translations.history, {
        params: { ...params, key: key.id, language },
      })
      histories.set(`${key.id} ${language}`, history)
      for (const { place, form } of placedTexts(path(language, key.namespace), key, {}))
        atPlaces.set(place, { entries: history, form })
    }
  const said = (one: Saved) => `${one.place}: ${one.text}`
  const last = new Map(saved.map((one) => [`${one.keyId} ${one.place}`, one]))
  for (const one of saved) {
    if (one.text === '') continue
    const place = `${one.keyId} ${one.language}`
    const history = histories.get(place)
    if (history === undefined) {
      // Removing a key removes its last text.
      const isLast = last.get(`${one.keyId} ${one.place}`) === one
      if (isLast && !removed.has(one.keyId) && !replaced.has(placed(one.place, one.text)))
        lost.push(`${said(one)} went with its key, and nobody had seen it`)
      continue
    }
    const { at, newer } = findIn({ entries: history, form: one.form }, one.text)
    if (at < 0) lost.push(`${said(one)} is not in the history`)
    else if (newer?.kind === 'sync' && !replaced.has(placed(one.place, one.text)))
      lost.push(
        `${said(one)} gave way to ${newer.forms[one.form]} of the branch, whose author had not seen it`,
      )
  }
  const branch = repository.placesOf('main')
  const sides = await people.conflicts()
  const shown = new Set(
    sides.flatMap((one) =>
      placedTexts(one.path, one, one.theirs).map(({ place, text }) => placed(place, text)),
    ),
  )
  for (const [place, text] of [...written, ...onRequest]) {
    const one = placed(place, text)
    if (branch.get(place) === text || decided.has(one) || shown.has(one)) continue
    const { at, newer } = findIn(atPlaces.get(place) ?? { entries: [], form: 'other' }, text)
    const isSeen = newer?.kind !== 'sync' || replaced.has(one)
    if (at < 0 || !isSeen)
      lost.push(`${place}: ${text} of a developer gave way to ${branch.get(place)}, unseen`)
  }
  expect(lost).toEqual([])
}

/** Checks that nothing is left to do: neither a change here nor a commit in the repository. */
async function expectQuiet({ project, people, repository }: LawParts): Promise<void> {
  const state = async () => {
    const { operations } = await project.test.call(api.operations.list, { params, query: { limit: 1 } })
    const tips = ['main', ...(repository.has(REQUEST) ? [REQUEST] : [])].map((branch) =>
      repository.git('rev-parse', branch),
    )
    return [tips, operations[0]?.id, (await people.conflicts()).length]
  }
  const before = await state()
  await project.sync()
  await project.send()
  expect(await state(), 'a sync and a sending with nothing to do').toEqual(before)
}
