import { languageName } from '@dragoman/core'
import { markerLine } from './comment-marker.ts'
import { escapeMarkdown, link, withoutCalls } from './escape-markdown.ts'

export type PullRequestLanguage = {
  readonly code: string
  /** Translated strings of the language, and all of them. */
  readonly translated: number
  readonly strings: number
  /** Texts that this pull request changes. */
  readonly changed: number
  /** The editor with this language; null if there is no address. */
  readonly url: string | null
}

export type PullRequestContent = {
  readonly project: { readonly name: string; readonly slug: string; readonly url: string | null }
  readonly languages: readonly PullRequestLanguage[]
  /** Names of the texts' authors, those with the most texts first. */
  readonly people: readonly string[]
  readonly files: number
  /**
   * Template of the title, with `{project}`, `{languages}`, `{language}`, `{person}` and `{count}`; null for
   * the default.
   */
  readonly titleTemplate: string | null
  /** Texts in conflict with the branch, which are left out. */
  readonly conflicts: number
  /** Whether others have committed onto the branch, so that it is not rebuilt. */
  readonly isShared: boolean
}

const TITLE = 'i18n: update translations ({languages})'
/** All forges show this much of a title in lists. */
const TITLE_MAX = 100
const LANGUAGES_IN_TITLE = 4
const PEOPLE_MAX = 20
/** GitHub accepts 65,536 characters; a table with this many rows stays far below. */
const ROWS_MAX = 300

/** Returns title and description of a pull request: what it changes, and the progress of each language. */
export function composePullRequest(content: PullRequestContent): {
  readonly title: string
  readonly body: string
} {
  return { title: titleOf(content), body: bodyOf(content) }
}

/** Returns the title. It is not Markdown, but some forges link names and issues in it. */
function titleOf({ titleTemplate, languages, project, people }: PullRequestContent): string {
  const changed = languages.filter(({ changed }) => changed > 0)
  const codes = changed.map(({ code }) => code)
  const shown =
    codes.length > LANGUAGES_IN_TITLE
      ? `${codes.slice(0, LANGUAGES_IN_TITLE).join(', ')} and ${codes.length - LANGUAGES_IN_TITLE} more`
      : codes.join(', ')
  const values = new Map([
    ['project', project.name],
    ['languages', shown],
    // The template is shared with commits, which can have one language and one person each.
    ['language', shown],
    ['person', people.length > 1 ? `${people[0]} and others` : (people[0] ?? '')],
    ['count', String(changed.reduce((sum, one) => sum + one.changed, 0))],
  ])
  const text = withoutCalls(
    (titleTemplate ?? TITLE).replace(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole),
  )
  const characters = [...text]
  return characters.length > TITLE_MAX ? `${characters.slice(0, TITLE_MAX - 1).join('')}…` : text
}

function bodyOf({ project, languages, people, files, conflicts, isShared }: PullRequestContent): string {
  const changed = languages.reduce((sum, one) => sum + one.changed, 0)
  const name = project.url === null ? escapeMarkdown(project.name) : link(project.name, project.url)
  const parts = [
    markerLine(`pull-request/${project.slug}`),
    `${counted(changed, 'text')} of ${name} changed in ${counted(files, 'file')}.`,
    tableOf(languages),
  ]
  if (conflicts > 0)
    parts.push(
      `${counted(conflicts, 'text')} changed both here and in Dragoman: this branch keeps the repository’s ` +
        'text until someone decides.',
    )
  if (people.length > 0) parts.push(`Written by ${namesOf(people)}.`)
  if (isShared)
    parts.push(
      'Others have committed to this branch. Their commits are kept: Dragoman adds its own on top, and merges ' +
        'the newest commit where only one side changed a file. Merge it in any way, or close it.',
    )
  else
    parts.push(
      'Dragoman keeps this pull request up to date: it rebuilds its branch on the newest commit, so it never ' +
        'conflicts. Merge it in any way, or close it. Commits of your own on this branch are kept.',
    )
  return `${parts.join('\n\n')}\n`
}

function tableOf(languages: readonly PullRequestLanguage[]): string {
  // Changed languages come first; the others are listed if there is room.
  const sorted = languages.toSorted((a, b) => b.changed - a.changed || (a.code < b.code ? -1 : 1))
  const rows = sorted.slice(0, ROWS_MAX).map(({ code, translated, strings, changed, url }) => {
    const name = languageName(code, 'en')
    const shown = url === null ? escapeMarkdown(name) : link(name, url)
    return `| ${shown} | ${escapeMarkdown(code)} | ${percent(translated, strings)} | ${translated} / ${strings} | ${changed} |`
  })
  const more = sorted.length - rows.length
  return [
    '| Language | Code | Translated | Strings | Changed here |',
    '|:--|:--|--:|--:|--:|',
    ...rows,
    ...(more > 0 ? ['', `… and ${counted(more, 'more language')}.`] : []),
  ].join('\n')
}

/** Returns 100 % only if nothing is missing, and 0 % only if nothing is done. */
function percent(part: number, whole: number): string {
  if (whole === 0 || part >= whole) return '100 %'
  if (part === 0) return '0 %'
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))} %`
}

function namesOf(people: readonly string[]): string {
  const shown = people.slice(0, PEOPLE_MAX).map(escapeMarkdown)
  const more = people.length - shown.length
  if (more > 0) shown.push(`${more} more`)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(shown)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
