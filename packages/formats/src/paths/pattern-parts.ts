import { parseTag } from '@dragoman/core'

/** A part of a pattern: a fixed text, or a placeholder for language or namespace. */
export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  | NamespacePlaceholder
  | LanguagePlaceholder
  | ExtensionPlaceholder

export type NamespacePlaceholder = {
  readonly kind: 'namespace'
  /** `{ns=app,errors}`: only these. Null: any. */
  readonly names: readonly string[] | null
}

/** `{ext=yml,yaml}`, at the end of a path: extensions of one kind of file; new files have the first one. */
export type ExtensionPlaceholder = {
  readonly kind: 'extension'
  readonly names: readonly string[]
}

export type LanguagePlaceholder = {
  readonly kind: 'language'
  /** `{language}`: an English name like `German` is a language too. */
  readonly isName: boolean
  /** The text before and after the language that is omitted with it: the hyphen of `values{-lng}`. */
  readonly before: string
  readonly after: string
  /** Whether the source language's file has neither the language nor the text around it. */
  readonly isOptional: boolean
  /** Canonical tag of that language; null if not in the pattern. */
  readonly source: string | null
  /** Irregular spellings, by canonical tag: `{lng;en=Base}`. */
  readonly spellings: ReadonlyMap<string, string>
}

/**
 * Splits a pattern. `po/{lng}.po|po/app.pot`: the part after the bar is the template, a file of the source
 * language whose name differs from those of translations.
 */
export function splitPattern(pattern: string): {
  readonly translations: string
  readonly template: string | null
} {
  const bar = pattern.indexOf('|')
  return bar < 0
    ? { translations: pattern, template: null }
    : { translations: pattern.slice(0, bar), template: pattern.slice(bar + 1) }
}

/** Parses a pattern without a template. Unknown placeholders, such as `{foo}`, are text. */
export function partsOfPattern(pattern: string): readonly PatternPart[] {
  const known = remembered.get(pattern)
  if (known !== undefined) return known
  const parts: PatternPart[] = []
  let end = 0
  for (const match of pattern.matchAll(HOLE)) {
    if (match.index > end) parts.push({ kind: 'text', text: pattern.slice(end, match.index) })
    parts.push(parsePlaceholder(match))
    end = match.index + match[0].length
  }
  if (end < pattern.length) parts.push({ kind: 'text', text: pattern.slice(end) })
  if (remembered.size < 1000) remembered.set(pattern, parts)
  return parts
}

/**
 * Returns the pattern with other settings of its language placeholder: the language of a file without one,
 * and spellings of languages.
 */
export function withLanguages(
  pattern: string,
  { source, spellings }: { readonly source: string; readonly spellings?: ReadonlyMap<string, string> },
): string {
  return pattern.replace(
    HOLE,
    (text, before: string | undefined, name: string | undefined, after: string | undefined) => {
      if (name === undefined) return text
      const hole = parsePlaceholder(HOLE_ALONE.exec(text) ?? [text])
      if (hole.kind !== 'language') return text
      const own = spellings ?? hole.spellings
      const settings = [...own].map(([tag, spelling]) => `;${tag}=${spelling}`).join('')
      return `{${before}${name}${after}${hole.isOptional ? `=${source}` : ''}${settings}}`
    },
  )
}

type PatternProblem = 'pattern-empty' | 'pattern-outside' | 'pattern-unknown-part' | 'pattern-language'

/** Returns why a pattern is invalid, as a stable code, or null. */
export function patternProblem(pattern: string): PatternProblem | null {
  if (pattern.trim() === '') return 'pattern-empty'
  if (/^(?:\/|[A-Za-z]:)|\\|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|\/$/.test(pattern)) return 'pattern-outside'
  if (/[{}]/.test(pattern.replaceAll(HOLE, ''))) return 'pattern-unknown-part'
  for (const match of pattern.matchAll(HOLE)) {
    const tags = (match[4] ?? '')
      .split(';')
      .flatMap((setting, i) => (i === 0 ? setting.slice(1) || [] : (setting.split('=')[0] ?? '')))
    if (match[2] !== undefined && tags.some((tag) => !parseTag(tag).ok)) return 'pattern-language'
  }
  return null
}

/**
 * `{ext=…}` counts only at the end of a path. Anywhere else it is text: several of them, such as
 * `{ext=a,aa}{ext=a,aa}`, can share the letters of a path in so many ways that a search takes forever.
 */
const HOLE =
  /\{([-_.]?)(lng|language)([-_.]?)((?:=[^{};=/]*)?(?:;[^{};=/]*=[^{};=/]*)*)\}|\{ns(?:=([^{};=]+))?\}|\{ext=(\w+(?:,\w+)*)\}(?=$|\|)/g
const HOLE_ALONE = new RegExp(HOLE.source)
const remembered = new Map<string, readonly PatternPart[]>()

function parsePlaceholder(
  match: readonly (string | undefined)[],
): NamespacePlaceholder | LanguagePlaceholder | ExtensionPlaceholder {
  const [, before = '', name, after = '', settings = '', names, extensions] = match
  if (extensions !== undefined) return { kind: 'extension', names: [...new Set(extensions.split(','))] }
  if (name === undefined)
    return { kind: 'namespace', names: names === undefined ? null : [...new Set(names.split(','))] }
  const [source = '', ...spellings] = settings.split(';')
  return {
    kind: 'language',
    isName: name === 'language',
    before,
    after,
    isOptional: before !== '' || after !== '',
    source: source === '' ? null : canonical(source.slice(1)),
    spellings: new Map(spellings.map((setting) => splitAt(setting, setting.indexOf('=')))),
  }
}

function splitAt(setting: string, at: number): [string, string] {
  return [canonical(setting.slice(0, at)), setting.slice(at + 1)]
}

function canonical(tag: string): string {
  const parsed = parseTag(tag)
  return parsed.ok ? parsed.tag : tag
}
