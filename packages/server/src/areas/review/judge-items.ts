import type { ChosenItem, RefusedItem } from '@dragoman/contract'
import {
  decideReview,
  type FileLimits,
  type Forms,
  hasText,
  normalizeForms,
  type Reviewer,
  type ReviewRefusal,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import {
  type EditorRow,
  listTextLimits,
  lockProject,
  type ProjectRow,
  type Requester,
  type SuggestionRow,
  suggestionsById,
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

/** An item that can be decided as requested. */
export type Passed =
  | { readonly on: 'text'; readonly keyId: number; readonly text: EditorRow }
  | {
      readonly on: 'suggestion'
      readonly keyId: number
      readonly text: EditorRow
      readonly suggestion: SuggestionRow
      /** What is saved: the suggestion, or an edited version of it. */
      readonly forms: Forms
      readonly isEdited: boolean
      /** The state that the person who accepts it can give it. */
      readonly state: Extract<TranslationState, 'translated' | 'reviewed'>
    }

export type Judged = { readonly passed: readonly Passed[]; readonly refused: readonly RefusedItem[] }

type Act = { readonly kind: 'approve'; readonly approveFailing: boolean } | { readonly kind: 'reject' }

type Known = {
  readonly texts: ReadonlyMap<string, EditorRow>
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
  const limits = act.kind === 'approve' && !act.approveFailing ? await listTextLimits(w, project.id) : []
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
  text: EditorRow,
): Passed | RefusedItem {
  const { project, language } = request
  const { target } = text
  const findErrors = errorFinder(project, { text, language, forms: target.forms, limits: known.limits }, act)
  const work = {
    on: 'text',
    state: target.state,
    outdated: target.outdated,
    authorId: target.actor?.id ?? null,
    version: target.version,
    isEmpty: !hasText(target.forms),
  } as const
  const decision = decideReview(work, reviewerOf(request, text), {
    act: act.kind,
    seen: {
      version: item.baseVersion,
      textVersion: item.baseVersion,
      isSourceChanged: isSourceChanged(item, text),
    },
    failsChecks: findErrors.failsChecks,
  })
  if ('code' in decision)
    return refuseFor(item, decision, { current: presentTranslation(target) }, findErrors.found())
  return { on: 'text', keyId: target.keyId, text }
}

function isSourceChanged({ sourceVersion }: ChosenItem, { source }: EditorRow): boolean {
  return sourceVersion !== undefined && sourceVersion < source.version
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
    readonly text: EditorRow
  },
): Passed | RefusedItem {
  const { project, language } = request
  const { target } = text
  const forms = normalizeForms(item.forms ?? suggestion.forms)
  const isEdited = !sameForms(forms, suggestion.forms)
  const findErrors = errorFinder(project, { text, language, forms, limits: known.limits }, act)
  const work = {
    on: 'suggestion',
    state: suggestion.state,
    authorId: suggestion.author.id,
    version: suggestion.version,
    textVersion: target.version,
    isEdited,
  } as const
  const decision = decideReview(work, reviewerOf(request, text), {
    act: act.kind,
    seen: {
      version: item.version,
      textVersion: item.baseVersion,
      isSourceChanged: isSourceChanged(item, text),
    },
    failsChecks: findErrors.failsChecks,
  })
  const now = {
    suggestion: presentSuggestion(suggestion, request.by.actor.id),
    current: presentTranslation(target),
  }
  if ('code' in decision) return refuseFor(item, decision, now, findErrors.found())
  const state = decision.state === 'reviewed' ? 'reviewed' : 'translated'
  return { on: 'suggestion', keyId: target.keyId, text, suggestion, forms, isEdited, state }
}

function refuseFor(
  item: ChosenItem,
  decision: ReviewRefusal,
  now: Partial<RefusedItem>,
  issues: RefusedItem['issues'],
): RefusedItem {
  // Those who cannot review a text are not shown its current state.
  if (decision.code === 'not-allowed') return refuse(item, decision.code, { reason: decision.reason })
  return refuse(item, decision.code, { ...now, issues })
}

/** Returns what the requester can do with a text; whether the words are their own is decided afterwards. */
function reviewerOf({ project, by, language }: ReviewRequest, { key }: EditorRow): Reviewer {
  const { namespace } = key
  const ask = (state: TranslationState) =>
    by.allow({
      operation: 'review',
      kind: 'text',
      language,
      namespace,
      state,
      isOwnWork: false,
      undoes: null,
    })
  return {
    id: by.actor.id,
    reviewOwn: project.settings.reviewOwn,
    reviewRefusal: ask('reviewed'),
    decisionRefusal: ask('translated'),
  }
}

/** Checks a text at most once, and unless failing texts are approved as well. */
function errorFinder(project: ProjectRow, of: Parameters<typeof errorsIn>[1], act: Act) {
  let found: RefusedItem['issues'] = []
  const failsChecks = () => {
    found = errorsIn(project, of)
    return found.length > 0
  }
  return {
    failsChecks: act.kind === 'approve' && !act.approveFailing ? failsChecks : null,
    found: () => found,
  }
}

function errorsIn(
  project: ProjectRow,
  of: {
    readonly text: EditorRow
    readonly language: string
    readonly forms: Forms
    readonly limits: readonly FileLimits[]
  },
) {
  const { key, source } = of.text
  return textErrors(project, { ...of, key, sourceForms: source.forms })
}
