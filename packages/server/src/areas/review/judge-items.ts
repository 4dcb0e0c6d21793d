import type { ChosenItem, RefusedItem } from '@dragoman/contract'
import {
  type FileLimits,
  type Forms,
  hasText,
  normalizeForms,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import {
  type AskedChange,
  listTextLimits,
  lockProject,
  type ProjectRow,
  type Requester,
  type SuggestionRow,
  suggestionsById,
  type TextToSave,
  textsToSave,
  type Writer,
  wasRemoved,
} from '@dragoman/store'
import { presentSuggestion, presentTranslation } from '../present.ts'
import { textErrors } from '../text-errors.ts'

export type ReviewRequest = {
  readonly project: ProjectRow
  readonly language: string
  readonly items: readonly ChosenItem[]
  readonly by: Requester
  readonly at: string
}

/** An item that may be decided as requested. */
export type Passed =
  | { readonly on: 'text'; readonly keyId: number; readonly text: TextToSave }
  | {
      readonly on: 'suggestion'
      readonly keyId: number
      readonly text: TextToSave
      readonly suggestion: SuggestionRow
      /** What is saved: the suggestion, or an edited version of it. */
      readonly forms: Forms
      readonly isEdited: boolean
      /** The state that the person who accepts it may give it. */
      readonly state: Extract<TranslationState, 'translated' | 'reviewed'>
    }

export type Judged = { readonly passed: readonly Passed[]; readonly refused: readonly RefusedItem[] }

type Act = { readonly kind: 'approve'; readonly requireChecks: boolean } | { readonly kind: 'reject' }

type Known = {
  readonly texts: ReadonlyMap<string, TextToSave>
  readonly suggestions: ReadonlyMap<number, SuggestionRow>
  readonly limits: readonly FileLimits[]
}

/**
 * Returns which of the items can be decided, and why the others cannot. No one else writes to the project
 * until the transaction ends.
 */
export async function judgeItems(w: Writer, request: ReviewRequest, act: Act): Promise<Judged> {
  const { project, language, items } = request
  await lockProject(w, project.id)
  const suggestionIds = items.flatMap((item) => (item.on === 'suggestion' ? [item.id] : []))
  const suggestions = await suggestionsById(w, project.id, suggestionIds)
  const keyIds = items.flatMap((item) =>
    item.on === 'text' ? [item.keyId] : (suggestions.get(item.id)?.keyId ?? []),
  )
  const texts = await textsToSave(w, {
    projectId: project.id,
    sourceLanguage: project.sourceLanguage,
    keyIds: [...new Set(keyIds)],
    languages: [language],
  })
  const limits = act.kind === 'approve' && act.requireChecks ? await listTextLimits(w, project.id) : []
  const known: Known = { texts, suggestions, limits }
  const passed: Passed[] = []
  const refused: RefusedItem[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const judged = await judge(w, request, { act, item, known })
    if ('code' in judged) refused.push(judged)
    else if (seen.has(placeOf(judged, act))) refused.push(refuse(item, 'twice'))
    else {
      seen.add(placeOf(judged, act))
      passed.push(judged)
    }
  }
  return { passed, refused }
}

/** Only one of two texts for a string can be accepted; any number can be rejected. */
function placeOf(passed: Passed, act: Act): string {
  return passed.on === 'text' || act.kind === 'approve' ? `${passed.keyId}` : `s${passed.suggestion.id}`
}

export function refuse(
  item: ChosenItem,
  code: RefusedItem['code'],
  more: Partial<RefusedItem> = {},
): RefusedItem {
  const id = item.on === 'text' ? item.keyId : item.id
  return { on: item.on, id, code, reason: null, issues: [], current: null, suggestion: null, ...more }
}

type Facts = { readonly act: Act; readonly item: ChosenItem; readonly known: Known }

async function judge(w: Writer, request: ReviewRequest, facts: Facts): Promise<Passed | RefusedItem> {
  const { project, language } = request
  const { item, known } = facts
  const suggestion = item.on === 'suggestion' ? known.suggestions.get(item.id) : undefined
  if (item.on === 'suggestion' && (suggestion === undefined || suggestion.language !== language))
    return refuse(item, 'not-found')
  const keyId = item.on === 'text' ? item.keyId : (suggestion?.keyId ?? 0)
  const text = known.texts.get(`${keyId} ${language}`)
  if (text === undefined) return refuse(item, (await wasRemoved(w, project.id, keyId)) ? 'gone' : 'not-found')
  return item.on === 'suggestion' && suggestion !== undefined
    ? judgeSuggestion(request, facts, { item, suggestion, text })
    : judgeText(request, facts, text)
}

function judgeText(
  request: ReviewRequest,
  { act, item, known }: Facts,
  text: TextToSave,
): Passed | RefusedItem {
  const { project, by, language } = request
  const { target } = text
  const current = presentTranslation(target)
  const isOwn =
    !project.settings.reviewOwn &&
    target.actor?.id === by.actor.id &&
    (target.state !== 'reviewed' || target.outdated)
  const reason = ask(request, text, {
    state: act.kind === 'approve' ? 'reviewed' : 'draft',
    isOwnWork: act.kind === 'approve' && isOwn,
  })
  if (reason !== null) return refuse(item, 'not-allowed', { reason })
  if (target.version !== item.baseVersion || !hasText(target.forms))
    return refuse(item, 'stale-edit', { current })
  if (act.kind === 'reject' && target.state === 'draft') return refuse(item, 'already-decided', { current })
  const issues =
    act.kind === 'approve' && act.requireChecks
      ? errorsIn(project, { text, language, forms: target.forms, limits: known.limits })
      : []
  if (issues.length > 0) return refuse(item, 'failing-checks', { issues, current })
  return { on: 'text', keyId: target.keyId, text }
}

function judgeSuggestion(
  request: ReviewRequest,
  { act, known }: Facts,
  {
    item,
    suggestion,
    text,
  }: {
    readonly item: Extract<ChosenItem, { on: 'suggestion' }>
    readonly suggestion: SuggestionRow
    readonly text: TextToSave
  },
): Passed | RefusedItem {
  const { project, by, language } = request
  const { target } = text
  const forms = normalizeForms(item.forms ?? suggestion.forms)
  const isEdited = !sameForms(forms, suggestion.forms)
  const leavesReview = !project.settings.reviewOwn
  const isOwnWork =
    act.kind === 'approve' && leavesReview && !isEdited && suggestion.author.id === by.actor.id
  const reason = ask(request, text, { state: 'translated', isOwnWork })
  if (reason !== null) return refuse(item, 'not-allowed', { reason })
  const now = { suggestion: presentSuggestion(suggestion), current: presentTranslation(target) }
  if (suggestion.state !== 'open') return refuse(item, 'already-decided', now)
  if (suggestion.version !== item.version) return refuse(item, 'suggestion-changed', now)
  // Rejecting it leaves the text as it is.
  if (act.kind === 'approve' && target.version !== item.baseVersion) return refuse(item, 'stale-edit', now)
  const issues =
    act.kind === 'approve' && act.requireChecks
      ? errorsIn(project, { text, language, forms, limits: known.limits })
      : []
  if (issues.length > 0) return refuse(item, 'failing-checks', { ...now, issues })
  const mayReview = ask(request, text, { state: 'reviewed', isOwnWork: false }) === null
  // Edited words are those of the person who accepts it, so that someone else has to review them.
  const state = mayReview && !(isEdited && leavesReview) ? 'reviewed' : 'translated'
  return { on: 'suggestion', keyId: target.keyId, text, suggestion, forms, isEdited, state }
}

function ask(
  { by, language }: ReviewRequest,
  { key }: TextToSave,
  { state, isOwnWork }: Pick<AskedChange, 'state' | 'isOwnWork'>,
) {
  const { namespace } = key
  return by.allow({ operation: 'review', kind: 'text', language, namespace, state, isOwnWork, undoes: null })
}

function errorsIn(
  project: ProjectRow,
  of: {
    readonly text: TextToSave
    readonly language: string
    readonly forms: Forms
    readonly limits: readonly FileLimits[]
  },
) {
  const { key, source } = of.text
  return textErrors(project, { ...of, key, sourceForms: source.forms })
}
