import type { ProjectAction, TextAction } from './actions.ts'
import { actionOf } from './answer-access.ts'
import { explain, explainForSomeText, explainInLanguage, namespacesFor, type Principal } from './explain.ts'

/** What is left to do in one language, in the namespaces in which the person works. */
export type LanguageWork = {
  readonly language: string
  readonly untranslated: number
  readonly failing: number
  readonly outdated: number
  /** Translations that are waiting for review. */
  readonly waiting: number
}

/** An open task of the person. */
export type OwnTask = {
  readonly id: number
  readonly goal: 'translated' | 'reviewed'
  readonly language: string
  /** Strings that are not done yet. */
  readonly left: number
}

export type ProjectWork = {
  readonly projectId: number
  readonly sourceLanguage: string
  /** In the order of the project; with or without the source language. */
  readonly languages: readonly string[]
  /** Null: not known (yet). */
  readonly left: readonly LanguageWork[] | null
  /** Null: not known (yet). */
  readonly keys: number | null
  readonly openConflicts: number
  readonly tasks: readonly OwnTask[]
  /** The language that the person opened last in this project. */
  readonly lastLanguage: string | null
  /** The languages of their browser, the first one preferred. */
  readonly spoken: readonly string[]
}

type TextKind = 'translate' | 'suggest' | 'fix' | 'update' | 'review'

/** Work on texts of one language. */
export type TextStep = {
  readonly [K in TextKind]: {
    readonly kind: K
    readonly language: string
    readonly count: number
    /** The namespaces to which the person is limited; null: all. */
    readonly namespaces: readonly string[] | null
  }
}[TextKind]

/** One piece of work. Counts are strings. */
export type WorkStep =
  | TextStep
  | { readonly kind: 'task'; readonly task: OwnTask; readonly language: string; readonly count: number }
  | { readonly kind: 'resolve'; readonly count: number }
  /** Nothing is left, or the person can only read. */
  | { readonly kind: 'open'; readonly language: string }
  | { readonly kind: 'import' | 'add-language' | 'keys' | 'files' }

export type Work = {
  /** The languages of each kind of work, in the person's order of preference. */
  readonly languages: {
    readonly translate: readonly string[]
    readonly review: readonly string[]
    readonly suggest: readonly string[]
  }
  /** The languages that *Translate* and *Review* open. */
  readonly translate: string
  readonly review: string
  /** Everything the person can do next, the most useful first; never empty for someone who can read. */
  readonly steps: readonly WorkStep[]
}

/**
 * Returns what a person can work on in a project, and the next step. Nothing is proposed that `explain`
 * refuses. Languages are ordered by preference: the one opened last, then those of the browser, then the one
 * with most left.
 */
export function workOf(principal: Principal | null, project: ProjectWork): Work {
  const targets = project.languages.filter((tag) => tag !== project.sourceLanguage)
  const within = (action: TextAction) =>
    targets.filter(
      (language) => explainInLanguage(principal, action, { projectId: project.projectId, language }) === null,
    )
  const wanted = preferenceOf(project)
  const inOrder = (languages: readonly string[], leftIn: (one: LanguageWork) => number) =>
    sortedBy(languages, project, { wanted, leftIn })
  const translate = inOrder(within('translations.save'), ({ untranslated }) => untranslated)
  const review = inOrder(within('translations.review'), ({ waiting }) => waiting)
  const suggest = inOrder(
    within('suggestions.add').filter((tag) => !translate.includes(tag)),
    ({ untranslated }) => untranslated,
  )
  const languages = { translate, review, suggest }
  const any = sortedBy(targets, project, { wanted, leftIn: ({ untranslated }) => untranslated })
  const first = any[0] ?? project.sourceLanguage
  return {
    languages,
    translate: translate[0] ?? suggest[0] ?? first,
    review: mostWaiting(review, project) ?? review[0] ?? translate[0] ?? first,
    steps: stepsOf(principal, project, { languages, first: translate[0] ?? suggest[0] ?? first }),
  }
}

/** Returns the languages that a person can read but neither translate nor suggest in. */
export function isReadOnlyIn({ languages }: Work, language: string): boolean {
  const { translate, review, suggest } = languages
  return ![translate, review, suggest].some((tags) => tags.includes(language))
}

type Ways = { readonly languages: Work['languages']; readonly first: string }

function stepsOf(principal: Principal | null, project: ProjectWork, ways: Ways): readonly WorkStep[] {
  const { projectId } = project
  const isAllowed = (action: ProjectAction | TextAction) =>
    explain(principal, ...actionOf({ action, projectId, language: null, namespace: null })) === null
  if (!isAllowed('project.read')) return []
  const { translate, review, suggest } = ways.languages
  const start: WorkStep[] = []
  if (project.keys === 0 && isAllowed('files.import')) start.push({ kind: 'import' })
  const hasTargets = project.languages.some((tag) => tag !== project.sourceLanguage)
  if (project.keys !== 0 && !hasTargets && isAllowed('languages.manage')) start.push({ kind: 'add-language' })

  const stepsIn = (kind: TextKind, languages: readonly string[], leftIn: (one: LanguageWork) => number) =>
    steps(principal, project, { kind, languages, leftIn })
  const missing = stepsIn('translate', translate, ({ untranslated }) => untranslated)
  const failing = stepsIn('fix', translate, (one) => one.failing)
  const outdated = stepsIn('update', translate, (one) => one.outdated)
  const waiting = stepsIn('review', review, (one) => one.waiting).toSorted(
    (one, other) => other.count - one.count,
  )
  const proposed = stepsIn('suggest', suggest, ({ untranslated }) => untranslated)
  const texts = [...missing, ...failing, ...outdated]
  // Reviewers review first, unless they manage the project: then it needs its texts first.
  const own = isAllowed('project.manage') ? [...texts, ...waiting] : [...waiting, ...texts]
  const all = [
    ...start,
    ...taskSteps(project, ways.languages),
    ...(translate.length > 0 ? own : []),
    ...toRunTheProject(
      project,
      isAllowed,
      explainForSomeText(principal, 'conflicts.resolve', projectId) === null,
    ),
    ...(translate.length > 0 ? [] : own),
    ...proposed,
  ]
  return [...all, { kind: 'open', language: ways.first }]
}

/** The work of developers: conflicts, keys and files. */
function toRunTheProject(
  { openConflicts }: ProjectWork,
  isAllowed: (action: ProjectAction | TextAction) => boolean,
  resolves: boolean,
): readonly WorkStep[] {
  const found: WorkStep[] = []
  if (openConflicts > 0 && resolves) found.push({ kind: 'resolve', count: openConflicts })
  if (isAllowed('keys.edit')) found.push({ kind: 'keys' })
  else if (isAllowed('files.sync')) found.push({ kind: 'files' })
  return found
}

function taskSteps({ tasks }: ProjectWork, { translate, review }: Work['languages']): readonly WorkStep[] {
  return tasks.flatMap((task): readonly WorkStep[] => {
    const able = task.goal === 'reviewed' ? review : translate
    const { language, left: count } = task
    return count > 0 && able.includes(language) ? [{ kind: 'task', task, language, count }] : []
  })
}

const ACTIONS: Readonly<Record<TextKind, TextAction>> = {
  translate: 'translations.save',
  fix: 'translations.save',
  update: 'translations.save',
  review: 'translations.review',
  suggest: 'suggestions.add',
}

function steps(
  principal: Principal | null,
  { projectId, left }: ProjectWork,
  {
    kind,
    languages,
    leftIn,
  }: {
    readonly kind: TextKind
    readonly languages: readonly string[]
    readonly leftIn: (one: LanguageWork) => number
  },
): readonly TextStep[] {
  return languages.flatMap((language): readonly TextStep[] => {
    const own = left?.find((one) => one.language === language)
    const count = own === undefined ? 0 : leftIn(own)
    if (count === 0) return []
    const limit = namespacesFor(principal, ACTIONS[kind], { projectId, language })
    return [{ kind, language, count, namespaces: limit === null ? null : [...limit].sort() }]
  })
}

function mostWaiting(review: readonly string[], { left }: ProjectWork): string | undefined {
  let most: LanguageWork | undefined
  for (const language of review) {
    const one = left?.find((own) => own.language === language)
    if (one !== undefined && one.waiting > (most?.waiting ?? 0)) most = one
  }
  return most?.language
}

/** Returns the rank of a language in the person's order of preference; the lowest comes first. */
function preferenceOf({ lastLanguage, spoken }: ProjectWork): (language: string) => number {
  return (language) => {
    if (language === lastLanguage) return -1
    const exact = spoken.indexOf(language)
    if (exact !== -1) return exact
    const base = baseOf(language)
    const near = spoken.findIndex((one) => baseOf(one) === base)
    return near === -1 ? spoken.length : near + 0.5
  }
}

function baseOf(language: string): string {
  return language.split('-')[0] ?? language
}

/** Languages with nothing left come last; others are ordered by preference, then by the amount of work. */
function sortedBy(
  languages: readonly string[],
  { left }: ProjectWork,
  { wanted, leftIn }: Given,
): readonly string[] {
  const leftOf = (language: string) => {
    const own = left?.find((one) => one.language === language)
    return own === undefined ? null : leftIn(own)
  }
  const isDone = (language: string) => (leftOf(language) === 0 ? 1 : 0)
  return languages.toSorted(
    (one, other) =>
      isDone(one) - isDone(other) || wanted(one) - wanted(other) || (leftOf(other) ?? 0) - (leftOf(one) ?? 0),
  )
}

type Given = {
  readonly wanted: (language: string) => number
  readonly leftIn: (one: LanguageWork) => number
}

/** Returns the languages, those that a person can work in first, in their order of preference. */
export function ownFirst(languages: readonly string[], work: Work): readonly string[] {
  const { translate, review, suggest } = work.languages
  const own = [...new Set([...translate, ...review, ...suggest])].filter((tag) => languages.includes(tag))
  return [...own, ...languages.filter((tag) => !own.includes(tag))]
}
