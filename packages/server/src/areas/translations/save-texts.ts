import type { OperationReply, RefusedText } from '@dragoman/contract'
import { type FileLimits, type Forms, normalizeForms, sameForms } from '@dragoman/core'
import {
  applyOperation,
  type EditorRow,
  listTextLimits,
  lockProject,
  type OperationResult,
  type ProjectRow,
  type Requester,
  type TranslationRow,
  textsToSave,
  type Writer,
  wasRemoved,
} from '@dragoman/store'
import { refusedField } from '../../refused-field.ts'
import { presentTranslation } from '../present.ts'
import { doneOf } from '../run-operation.ts'
import { textErrors } from '../text-errors.ts'

type NewText = {
  readonly keyId: number
  readonly language: string
  readonly forms: Forms
  readonly baseVersion: number
  readonly sourceVersion?: number | undefined
}

export type TextsRequest = {
  readonly project: ProjectRow
  readonly texts: readonly NewText[]
  /**
   * The source texts that this step or an earlier one saves, by key: translations are checked against them, and made for
   * them.
   */
  readonly newSources: ReadonlyMap<number, Forms>
  /** The operation that earlier steps started. */
  readonly continues: number | null
  /** Whether to leave out texts in which a check finds an error. */
  readonly requireChecks: boolean
  readonly by: Requester
  readonly at: string
}

export type SavedTexts = {
  /** Null if nothing had to be changed. */
  readonly operation: OperationReply | null
  /** The texts as they are now, in the order of the request, without refused ones. */
  readonly saved: readonly TranslationRow[]
  readonly refused: readonly RefusedText[]
}

/**
 * Returns the texts in the order to save them: source texts first, because translations saved with them are made
 * for them. Throws `invalid-input` if a text is given twice.
 */
export function orderToSave(
  texts: readonly NewText[],
  { sourceLanguage }: Pick<ProjectRow, 'sourceLanguage'>,
): { readonly ordered: readonly NewText[]; readonly newSources: ReadonlyMap<number, Forms> } {
  requireOnce(texts)
  const sources = texts.filter(({ language }) => language === sourceLanguage)
  return {
    ordered: [...sources, ...texts.filter(({ language }) => language !== sourceLanguage)],
    newSources: new Map(sources.map(({ keyId, forms }) => [keyId, forms])),
  }
}

/** Returns the new source texts without refused ones. */
export function acceptedSources(
  newSources: ReadonlyMap<number, Forms>,
  refused: readonly RefusedText[],
  { sourceLanguage }: Pick<ProjectRow, 'sourceLanguage'>,
): ReadonlyMap<number, Forms> {
  const keys = new Set(refused.flatMap((one) => (one.language === sourceLanguage ? [one.keyId] : [])))
  return new Map([...newSources].filter(([keyId]) => !keys.has(keyId)))
}

/**
 * Saves many texts as one operation. A text that cannot be saved is left out and listed with the reason; the
 * others are saved anyway.
 */
export async function saveTexts(w: Writer, request: TextsRequest): Promise<SavedTexts> {
  // What is read here must still be true when it is written.
  await lockProject(w, request.project.id)
  const known = await present(w, request)
  const limits = request.requireChecks ? await listTextLimits(w, request.project.id) : []
  const refused: RefusedText[] = []
  const wanted: NewText[] = []
  const newSources = new Map(request.newSources)
  for (const text of request.texts) {
    const refusal = await refusalOf(w, request, {
      text,
      known: known.get(nameOf(text)),
      newSource: newSources.get(text.keyId),
      limits,
    })
    if (refusal === null) wanted.push(text)
    else refused.push(refusal)
    // Translations of it are for the source text that stays.
    if (refusal !== null && text.language === request.project.sourceLanguage) newSources.delete(text.keyId)
  }
  const operation = await saveWanted(w, { ...request, newSources }, { wanted, known })
  const now = operation === null ? known : await present(w, request)
  return { operation, saved: wanted.flatMap((text) => now.get(nameOf(text))?.target ?? []), refused }
}

function nameOf({ keyId, language }: Pick<NewText, 'keyId' | 'language'>): string {
  return `${keyId} ${language}`
}

function requireOnce(texts: readonly NewText[]): void {
  const seen = new Set<string>()
  for (const [place, text] of texts.entries()) {
    if (seen.has(nameOf(text))) throw refusedField(`/texts/${place}`, 'twice')
    seen.add(nameOf(text))
  }
}

function present(w: Writer, { project, texts }: TextsRequest): Promise<ReadonlyMap<string, EditorRow>> {
  return textsToSave(w, {
    projectId: project.id,
    sourceLanguage: project.sourceLanguage,
    keyIds: [...new Set(texts.map(({ keyId }) => keyId))],
    languages: [...new Set(texts.map(({ language }) => language))],
  })
}

type TextFacts = {
  readonly text: NewText
  readonly known: EditorRow | undefined
  readonly newSource: Forms | undefined
  readonly limits: readonly FileLimits[]
}

async function refusalOf(
  w: Writer,
  { project, requireChecks, by }: TextsRequest,
  { text, known, newSource, limits }: TextFacts,
): Promise<RefusedText | null> {
  const { keyId, language } = text
  const refuse = (code: RefusedText['code'], more: Partial<RefusedText> = {}): RefusedText => ({
    keyId,
    language,
    code,
    issues: [],
    current: null,
    ...more,
  })
  if (known === undefined) return refuse((await wasRemoved(w, project.id, keyId)) ? 'gone' : 'not-found')
  const { key, source, target } = known
  const { namespace } = key
  const asked = {
    operation: 'bulk',
    kind: 'text',
    language,
    namespace,
    state: null,
    isOwnWork: false,
    undoes: null,
  } as const
  if (by.allow(asked) !== null) return refuse('not-allowed')
  const forms = normalizeForms(text.forms)
  if (target.version !== text.baseVersion && !sameForms(forms, target.forms)) {
    return refuse('stale-edit', { current: presentTranslation(target) })
  }
  if (!requireChecks) return null
  const issues = textErrors(project, {
    key,
    language,
    sourceForms: newSource ?? source.forms,
    forms,
    limits,
  })
  return issues.length === 0 ? null : refuse('failing-checks', { issues })
}

/** Saves texts unless they are already there. */
async function saveWanted(
  w: Writer,
  request: TextsRequest,
  { wanted, known }: { readonly wanted: readonly NewText[]; readonly known: ReadonlyMap<string, EditorRow> },
): Promise<OperationReply | null> {
  if (wanted.length === 0) return null
  const { project, by, at, continues, newSources } = request
  const changes = wanted.flatMap(({ keyId, language, forms, sourceVersion }) => {
    const target = known.get(nameOf({ keyId, language }))?.target
    if (target === undefined || sameForms(normalizeForms(forms), target.forms)) return []
    const change = { kind: 'translate' as const, keyId, language, forms, baseVersion: target.version }
    // A translation that is saved with its source is made for it.
    return [sourceVersion === undefined || newSources.has(keyId) ? change : { ...change, sourceVersion }]
  })
  const result: OperationResult = await applyOperation(w, {
    projectId: project.id,
    kind: 'bulk',
    by,
    at,
    ...(continues === null ? {} : { continues }),
    changes,
  })
  return (await doneOf(w, project.id, result)).operation
}
