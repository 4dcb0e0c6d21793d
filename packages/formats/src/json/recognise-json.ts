import type { Recognition } from '../format.ts'
import { messageFileOf } from './recognise-message-file.ts'

/**
 * The dialects distinguished here. Each takes its own part of one result, so that no two of them claim the
 * same file.
 */
export type DialectId =
  | 'i18next-json'
  | 'icu-json'
  | 'vue-i18n-json'
  | 'json'
  | 'json5'
  | 'laravel-json'
  | 'slang-json'

/**
 * Returns how certain the dialect `id` is that it can read a file, by its name and the syntax of its keys and
 * texts.
 */
export function recogniserOf(id: DialectId): (path: string, head: string) => Recognition {
  return (path, head) => {
    const hint = hintOf(path, head)
    if (hint.reason === 'other-extension' || hint.reason === 'chrome-messages' || hint.reason === 'messages')
      return { certainty: 0, reason: hint.reason }
    if (hint.ids.includes(id)) return { certainty: hint.certainty, reason: hint.reason }
    // Any JSON file can be edited as plain JSON, and most without any sign are i18next's.
    const isGeneral = id === 'json' || id === 'i18next-json'
    if (isGeneral && !hint.ids.includes('json5')) return { certainty: 1, reason: 'plain-json' }
    return { certainty: 0, reason: 'other-json-dialect' }
  }
}

type Hint = { readonly ids: readonly DialectId[]; readonly certainty: 1 | 2 | 3; readonly reason: string }

/** `{ count, plural, …` with one brace: i18next's formats have two. */
const ICU_ARGUMENT = /(?<!\{)\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal|number|date|time)\b/
const EXTRACTED = /"defaultMessage"\s*:\s*"/
const SLANG_MODIFIER =
  /"\w+\((?:plural|cardinal|ordinal|rich|map|ignoreMissing|ignoreUnused|fallback|OUTDATED|(?:param|context|interface)=\w+)[^"()]*\)"\s*:/
const I18NEXT_SYNTAX = /\{\{-?\s*[\w.]+|\$t\(|_(?:one|other|plural)"\s*:/
/** `@:other.key`, `@.lower:other.key`, `@:{'other key'}`. */
const LINKED = /@(?:\.\w+)?:[\w({]/
const PLURAL_OBJECT = /"(?:zero|one|two|few|many|other)"\s*:\s*"[^"]*\{\w+\}/
const VUE_LITERAL = /(?<!\{)\{'[^'"]+'\}/
const LISTED = /(?<!\{)\{\d\}(?!\})/
const NAMED = /(?<!\{)\{[a-zA-Z_]\w*\}(?!\})/
const PIPES = /[^|"\\]\s?\|\s?[^|"]/
/** Forms of a plural: one text with a placeholder and a bar. A bar in another text is punctuation. */
const PLURAL_PIPES = /"[^"\n]*\{\w+\}[^"\n|]*[^|"\\]\s?\|\s?[^|"]|"[^"\n]*[^|"\\]\s?\|\s?[^|"][^"\n]*\{\w+\}/
const COLON_PLACEHOLDER = /[\s"(>]:(?!true|false|null)[a-zA-Z]\w+/g
const DOTTED_KEY = /"[\w-]+(?:\.[\w-]+)+"\s*:\s*"/
const NESTED = /"\s*:\s*\{/

function hintOf(path: string, head: string): Hint {
  if (/\.json5$/i.test(path)) return { ids: ['json5'], certainty: 3, reason: 'json5' }
  if (/\.jsonc$/i.test(path)) return { ids: ['json5'], certainty: 2, reason: 'json-with-comments' }
  if (!/\.json$/i.test(path)) return { ids: [], certainty: 1, reason: 'other-extension' }
  if (/(?:^|\/)_locales\/[^/]+\/messages\.json$/i.test(path))
    return { ids: [], certainty: 1, reason: 'chrome-messages' }
  if (/^\s*\[/.test(head) || messageFileOf(path, head) !== null)
    return { ids: [], certainty: 1, reason: 'messages' }
  if (/^\s*(?:\/[/*]|\{\s*(?:\/[/*]|'|[A-Za-z_$][\w$]*\s*:))/.test(head))
    return { ids: ['json5'], certainty: 2, reason: 'json-with-comments' }
  if (EXTRACTED.test(head)) return { ids: ['icu-json'], certainty: 3, reason: 'formatjs-extracted' }
  if (/\.i18n\.json$/i.test(path) || SLANG_MODIFIER.test(head))
    return { ids: ['slang-json'], certainty: 3, reason: 'slang-modifiers' }
  if (ICU_ARGUMENT.test(head)) return { ids: ['icu-json'], certainty: 2, reason: 'icu-syntax' }
  if (I18NEXT_SYNTAX.test(head)) return { ids: ['i18next-json'], certainty: 2, reason: 'i18next-syntax' }
  return weakHintOf(path, head)
}

function weakHintOf(path: string, head: string): Hint {
  if (LINKED.test(head)) {
    // Both have linked messages; Flutter has its files among the assets, and only slang has plural forms in
    // objects.
    const isSlang = PLURAL_OBJECT.test(head) || /(?:^|\/)assets\/i18n\/[^/]+$/.test(path)
    return isSlang
      ? { ids: ['slang-json'], certainty: 2, reason: 'slang-links' }
      : { ids: ['vue-i18n-json'], certainty: 2, reason: 'vue-syntax' }
  }
  const isNested = NESTED.test(head)
  const isNamed = NAMED.test(head)
  if (!isNested && !isNamed && (head.match(COLON_PLACEHOLDER)?.length ?? 0) >= 2)
    return { ids: ['laravel-json'], certainty: 2, reason: 'laravel-placeholders' }
  if (VUE_LITERAL.test(head) || PLURAL_PIPES.test(head))
    return { ids: ['vue-i18n-json'], certainty: 2, reason: 'vue-syntax' }
  if (isNamed && PIPES.test(head))
    return { ids: ['vue-i18n-json'], certainty: 2, reason: 'bars-between-forms' }
  if (isNamed && !isNested && DOTTED_KEY.test(head))
    return { ids: ['icu-json'], certainty: 2, reason: 'named-placeholders' }
  // Both write `{name}`; other parts of the file, or its neighbours, show which one it is.
  if (isNamed)
    return { ids: ['vue-i18n-json', 'icu-json', 'json'], certainty: 1, reason: 'named-placeholders' }
  // .NET, Java and many programs of their own write `{0}`.
  if (LISTED.test(head))
    return { ids: ['json', 'icu-json', 'vue-i18n-json'], certainty: 1, reason: 'numbered-placeholders' }
  return {
    ids: ['icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json'],
    certainty: 1,
    reason: 'plain-json',
  }
}
