import { isNamespace, tagFromPath } from '@dragoman/core'

/** The namespace of files whose path does not name one: i18next's default. */
export const DEFAULT_NAMESPACE = 'translation'

/** What a file's path says by its pattern. */
export type PatternMatch = {
  /** Canonical BCP 47 tag. */
  readonly language: string
  /** As the path spells it: `pt_BR`. */
  readonly languageAsWritten: string
  /** With `/` between nested folders. */
  readonly namespace: string
}

/**
 * Reads a relative path by a pattern such as `locales/{lng}/{ns}.json`; null when the path does not fit or what stands at `{lng}` is
 * no language or at `{ns}` no namespace. `{ns}` may span folders, `{lng}` may not.
 */
export function matchPattern(pattern: string, path: string): PatternMatch | null {
  const groups = expressionOf(pattern).exec(path)?.groups
  const languageAsWritten = groups?.lng
  if (languageAsWritten === undefined) return null
  const language = tagFromPath(languageAsWritten)
  const namespace = groups?.ns ?? DEFAULT_NAMESPACE
  return language === null || !isNamespace(namespace) ? null : { language, languageAsWritten, namespace }
}

/** The path of a file; the inverse of `matchPattern`. A pattern without `{ns}` has one file per language. */
export function pathFor(pattern: string, languageAsWritten: string, namespace: string): string {
  return pattern.replaceAll(/\{(?:lng|ns)\}/g, (hole) => (hole === '{lng}' ? languageAsWritten : namespace))
}

/** Spells a canonical tag as the project's other languages are spelled in paths: `pt-BR` beside `zh_CN` becomes `pt_BR`. */
export function spellLanguage(tag: string, siblingsAsWritten: readonly string[]): string {
  const compound = siblingsAsWritten.filter((sibling) => /[-_]/.test(sibling))
  const underscored = compound.filter((sibling) => sibling.includes('_')).length
  const spelled = underscored * 2 > compound.length ? tag.replaceAll('-', '_') : tag
  const isLowerCase = compound.length > 0 && compound.every((sibling) => sibling === sibling.toLowerCase())
  return isLowerCase ? spelled.toLowerCase() : spelled
}

const expressions = new Map<string, RegExp>()

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known !== undefined) return known
  const source = pattern
    .split(/(\{lng\}|\{ns\})/)
    .map((part) => {
      if (part === '{lng}') return '(?<lng>[^/]+?)'
      if (part === '{ns}') return '(?<ns>.+)'
      return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
    .join('')
  const expression = new RegExp(`^${source}$`, 's')
  if (expressions.size < 1000) expressions.set(pattern, expression)
  return expression
}
