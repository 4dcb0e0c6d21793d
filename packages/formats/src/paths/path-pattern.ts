import { isNamespace, LIMITS, tagFromPath } from '@dragoman/core'
import { languageInName, languageOfName } from './language-name.ts'
import { type LanguagePlaceholder, type PatternPart, partsOfPattern, splitPattern } from './pattern-parts.ts'

/** The namespace of files whose path does not name one: i18next's default. */
export const DEFAULT_NAMESPACE = 'translation'

/** The parts of a file's path that a pattern defines. */
export type PatternMatch = {
  /** Canonical BCP 47 tag. */
  readonly language: string
  /**
   * As spelled in the path: `pt_BR`. Empty for the source language's file of a pattern such as
   * `messages{_lng=en}.properties`.
   */
  readonly languageAsWritten: string
  /** With `/` between nested folders. */
  readonly namespace: string
}

/**
 * Like `PatternMatch`, but the language is null if the path does not define it: files with several languages,
 * patterns that name no source language.
 */
export type FileMatch = Omit<PatternMatch, 'language'> & { readonly language: string | null }

/**
 * Matches a relative path with a pattern such as `locales/{lng}/{ns}.json`; null if the path does not match,
 * or the part for `{lng}` is not a language or that for `{ns}` not a namespace. `{ns}` can span folders,
 * `{lng}` cannot.
 */
export function matchPattern(pattern: string, path: string): PatternMatch | null {
  const match = matchFile(pattern, path)
  return match === null || match.language === null ? null : { ...match, language: match.language }
}

/**
 * Like `matchPattern`, but also for patterns without a placeholder for the language: `Localizable.xcstrings`.
 */
export function matchFile(pattern: string, path: string): FileMatch | null {
  const { translations, template } = splitPattern(pattern)
  const match = matchParts(translations, path)
  return match ?? (template === null ? null : matchParts(template, path))
}

function matchParts(pattern: string, path: string): FileMatch | null {
  const { hole, expressions, bare } = readerOf(pattern)
  for (const expression of expressions) {
    const groups = expression.exec(path)?.groups
    const languageAsWritten = groups?.lng
    if (languageAsWritten === undefined) continue
    const language = hole === null ? null : languageAt(hole, languageAsWritten, expressions.length > 1)
    const namespace = groups?.ns ?? DEFAULT_NAMESPACE
    if (language !== null && isNamespace(namespace)) return { language, languageAsWritten, namespace }
  }
  const match = bare?.exec(path) ?? null
  if (match === null) return null
  const namespace = match.groups?.ns ?? DEFAULT_NAMESPACE
  return isNamespace(namespace) ? { language: hole?.source ?? null, languageAsWritten: '', namespace } : null
}

/**
 * Returns the path of a file; the inverse of `matchPattern`. A pattern without `{ns}` has one file per
 * language. An empty language is the file of the source language, if the pattern has one without the
 * language, or a template.
 */
export function pathFor(pattern: string, languageAsWritten: string, namespace: string): string {
  const write = (part: PatternPart): string => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'namespace') return namespace
    if (part.kind === 'extension') return part.names[0] ?? ''
    return languageAsWritten === '' && part.isOptional ? '' : part.before + languageAsWritten + part.after
  }
  const { translations, template } = splitPattern(pattern)
  const parts = partsOfPattern(translations)
  const isTemplate =
    languageAsWritten === '' &&
    template !== null &&
    !parts.some((part) => part.kind === 'language' && part.isOptional)
  return (isTemplate ? partsOfPattern(template) : parts).map(write).join('')
}

type PathReader = {
  readonly hole: LanguagePlaceholder | null
  /** For paths with a language; the first one that results in a language and a namespace is used. */
  readonly expressions: readonly RegExp[]
  /** For paths without one. */
  readonly bare: RegExp | null
}

const readers = new Map<string, PathReader>()

function readerOf(pattern: string): PathReader {
  const known = readers.get(pattern)
  if (known !== undefined) return known
  const parts = partsOfPattern(pattern)
  const hole = parts.find((part) => part.kind === 'language') ?? null
  const expressions = hole === null ? [] : languageTexts(parts, hole).map((text) => expressionOf(parts, text))
  const reader = {
    hole,
    expressions,
    bare: hole === null || hole.isOptional ? expressionOf(parts, null) : null,
  }
  if (readers.size < 1000) readers.set(pattern, reader)
  return reader
}

/**
 * Returns expressions for the language. If it is in the same segment as a namespace (`{ns}_{lng}`), the
 * longest language is used, so that `app_pt_BR` is not Breton.
 */
function languageTexts(parts: readonly PatternPart[], hole: LanguagePlaceholder): readonly string[] {
  const any = `[^/]{1,${AS_WRITTEN_MAX}}?`
  const at = parts.indexOf(hole)
  const followsNamespace =
    [parts[at - 1], parts[at - 2]].some((part) => part?.kind === 'namespace') && !hole.isName
  const previous = parts[at - 1]
  const isSameStep = followsNamespace && !(previous?.kind === 'text' && previous.text.includes('/'))
  if (!isSameStep) return [any]
  const subtag = '[\\p{L}\\p{N}@+]+'
  return [3, 2, 1, 0]
    .map((count) => `${subtag}(?:[-_]${subtag}){${count}}`)
    .concat([...hole.spellings.values()].map(escapeText))
}

/**
 * Maximum length of a language in a path, which can be a name: "Portuguese (Brazil)". Without limits, a path
 * of 4,000 characters takes a second for `{ns}{lng}{ns}{lng}`.
 */
const AS_WRITTEN_MAX = 100

function expressionOf(parts: readonly PatternPart[], language: string | null): RegExp {
  let hasLanguage = false
  let hasNamespace = false
  const source = parts.map((part) => {
    if (part.kind === 'text') return escapeText(part.text)
    if (part.kind === 'extension') return `(?:${part.names.map(escapeText).join('|')})`
    if (part.kind === 'namespace') {
      if (hasNamespace) return '\\k<ns>'
      hasNamespace = true
      return `(?<ns>${part.names === null ? `.{1,${LIMITS.namespaceMax}}` : part.names.map(escapeText).join('|')})`
    }
    if (language === null) return ''
    const text = hasLanguage ? '\\k<lng>' : `(?<lng>${language})`
    hasLanguage = true
    return escapeText(part.before) + text + escapeText(part.after)
  })
  return new RegExp(`^${source.join('')}$`, 'su')
}

function languageAt(hole: LanguagePlaceholder, written: string, isPart: boolean): string | null {
  for (const [tag, spelling] of hole.spellings) if (spelling === written) return tag
  return (
    (hole.isName ? languageOfName(written) : null) ??
    (isPart ? languageInName(written) : tagFromPath(written))
  )
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
