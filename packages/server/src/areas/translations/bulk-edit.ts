import { setImmediate as breathe } from 'node:timers/promises'
import { Failure } from '@dragoman/contract'
import {
  type DeclaredForm,
  type FileLimits,
  type Forms,
  fillForms,
  hasText,
  LIMITS,
  limitsOf,
  requiredForms,
  syntaxById,
  syntaxOfKey,
  type TranslationState,
} from '@dragoman/core'
import {
  applyOperation,
  type ChangeRequest,
  type EditorRow,
  editorPage,
  listTextLimits,
  lockProject,
  type OperationResult,
  type ProjectRow,
  type Requester,
  type Store,
  textsToSave,
  type Writer,
} from '@dragoman/store'
import { filterOf } from '../filter-of.ts'
import { textErrors } from '../text-errors.ts'

/** A selected text: of which key, and in which version it was selected. */
export type SelectedText = readonly [keyId: number, version: number]

export type BulkAct =
  | { readonly kind: 'set-state'; readonly state: Exclude<TranslationState, 'untranslated'> }
  | { readonly kind: 'clear' }
  | { readonly kind: 'copy-source' }

type Selecting = { readonly project: ProjectRow; readonly language: string }

/** Keys that are read in one query. */
const CHUNK = 500

/**
 * Returns the texts of keys, or those that a search finds, 10,000 at most (`too-large` above that). Reads them
 * outside of any transaction, with breaks for other requests.
 */
export async function selectTexts(
  store: Pick<Store, 'read'>,
  of: Selecting,
  select: { readonly keys: readonly number[] } | { readonly q: string },
): Promise<readonly SelectedText[]> {
  return 'keys' in select ? textsOfKeys(store, of, select.keys) : textsOfSearch(store, of, select.q)
}

async function textsOfKeys(
  store: Pick<Store, 'read'>,
  of: Selecting,
  keys: readonly number[],
): Promise<readonly SelectedText[]> {
  const keyIds = [...new Set(keys)]
  const selected: SelectedText[] = []
  for (let from = 0; from < keyIds.length; from += CHUNK) {
    const texts = await store.read((r) => readTexts(r, of, keyIds.slice(from, from + CHUNK)))
    // Someone might have deleted a string of a long selection in the meantime; the others are still meant.
    for (const { target } of texts) selected.push([target.keyId, target.version])
    await breathe()
  }
  return selected
}

/** Returns the texts that a search finds, page by page. Throws `too-large`. */
export async function textsOfSearch(
  store: Pick<Store, 'read'>,
  { project, language }: Selecting,
  line: string,
): Promise<readonly SelectedText[]> {
  const { filter } = await store.read((r) => filterOf(r, project.id, line))
  const selected: SelectedText[] = []
  let cursor: string | null = null
  do {
    const request = {
      projectId: project.id,
      sourceLanguage: project.sourceLanguage,
      language,
      filter,
      limit: LIMITS.pageMax,
      ...(cursor === null ? {} : { cursor }),
    }
    const page: Awaited<ReturnType<typeof editorPage>> = await store.read((r) => editorPage(r, request))
    for (const { target } of page.rows) selected.push([target.keyId, target.version])
    if (selected.length > LIMITS.bulkKeysMax) throw new Failure('too-large', { limit: LIMITS.bulkKeysMax })
    cursor = page.next
    await breathe()
  } while (cursor !== null)
  return selected
}

/** Returns texts with their keys and sources, in the order of the keys; without keys that are gone. */
async function readTexts(
  r: Parameters<typeof textsToSave>[0],
  { project, language }: Selecting,
  keyIds: readonly number[],
): Promise<readonly EditorRow[]> {
  const texts = await textsToSave(r, {
    projectId: project.id,
    sourceLanguage: project.sourceLanguage,
    keyIds,
    languages: [language],
  })
  return keyIds.flatMap((keyId) => texts.get(`${keyId} ${language}`) ?? [])
}

export type BulkRequest = Selecting & {
  readonly texts: readonly SelectedText[]
  readonly act: BulkAct
  readonly by: Requester
  readonly at: string
  /** The operation that earlier steps started. */
  readonly continues?: number | null
}

/**
 * Changes translations as one operation, or a part of it. Skips strings that the action does not apply to: a state
 * for an empty text, the source text where a translation exists. Texts that someone has saved since they were
 * selected stay (`keptNewer`), and texts with errors found by checks are not approved (`failing`).
 */
export async function bulkEdit(
  w: Writer,
  { project, language, texts, act, by, at, continues = null }: BulkRequest,
): Promise<{ readonly result: OperationResult; readonly keptNewer: number; readonly failing: number }> {
  // What is read here must still be true when it is written.
  await lockProject(w, project.id)
  const versions = new Map(texts)
  const rows = await readTexts(w, { project, language }, [...versions.keys()])
  const limits = approves(act) || act.kind === 'copy-source' ? await listTextLimits(w, project.id) : []
  // `failing` includes warnings, which do not keep a text from being approved.
  const hasErrors = ({ key, source, target }: EditorRow) =>
    target.failing &&
    textErrors(project, { key, language, sourceForms: source.forms, forms: target.forms, limits }).length > 0
  const changes: ChangeRequest[] = []
  let keptNewer = 0
  let failing = 0
  for (const { key, source, target } of rows) {
    const { keyId, version } = target
    const change = changeOf(
      { key, source, target },
      { act, language, project, declared: declaredIn(limits, key.namespace, { language, project }) },
    )
    if (change === null) continue
    if (version !== versions.get(keyId)) keptNewer += 1
    else if (change.state === 'reviewed' && hasErrors({ key, source, target })) failing += 1
    else changes.push({ kind: 'translate', keyId, language, baseVersion: version, ...change })
  }
  const result = await applyOperation(w, {
    projectId: project.id,
    kind: 'bulk',
    by,
    at,
    ...(continues === null ? {} : { continues }),
    changes,
  })
  return { result, keptNewer, failing }
}

/** Returns the plural forms that the file of a language defines itself. */
function declaredIn(
  limits: readonly FileLimits[],
  namespace: string,
  { language, project }: Selecting,
): readonly DeclaredForm[] | undefined {
  return limitsOf(limits, { namespace, language, sourceLanguage: project.sourceLanguage })?.plurals
}

function approves(act: BulkAct): boolean {
  return act.kind === 'set-state' && act.state === 'reviewed'
}

function changeOf(
  { key, source, target }: Pick<EditorRow, 'key' | 'source' | 'target'>,
  {
    act,
    language,
    project,
    declared,
  }: Selecting & { readonly act: BulkAct; readonly declared: readonly DeclaredForm[] | undefined },
): { forms: Forms; state?: TranslationState } | null {
  switch (act.kind) {
    case 'set-state':
      return hasText(target.forms) && (target.state !== act.state || target.outdated)
        ? { forms: target.forms, state: act.state }
        : null
    case 'clear':
      return hasText(target.forms) ? { forms: {} } : null
    case 'copy-source': {
      if (hasText(target.forms) || !hasText(source.forms)) return null
      const { plural } = key
      const { numbers } = syntaxOfKey(syntaxById(project.syntax), key)
      const from = { plural, language: project.sourceLanguage }
      const to = { plural, language }
      const wanted = requiredForms(plural, language, source.forms, numbers, declared)
      return { forms: plural === 'none' ? source.forms : fillForms(source.forms, { from, to, wanted }) }
    }
    default:
      return act satisfies never
  }
}
