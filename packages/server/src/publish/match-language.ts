import { parseTag, tagFromPath } from '@dragoman/core'

/** Returns the project's tag that an app means, however it is spelled; null if there is none. */
export function matchLanguage(asked: string, tags: readonly string[]): string | null {
  if (tags.includes(asked)) return asked
  const plain = asked.replaceAll('_', '-').toLowerCase()
  return (
    tags.find((tag) => tag.toLowerCase() === plain) ?? tags.find((tag) => tag === tagFromPath(asked)) ?? null
  )
}

/**
 * Returns the same text for all spellings of a language that find the same file, whatever languages a project has; a
 * tag is returned as it is. Other texts contain `\0`, so no path has them.
 */
export function commonSpelling(asked: string): string {
  const tag = parsedTag(asked)
  const named = tagFromPath(asked)
  if (tag === null) return `\0${named ?? `\0${encodeURIComponent(asked)}`}`
  const plain = asked.replaceAll('_', '-').toLowerCase()
  const isTag = tag.toLowerCase() === plain && (named === null || named === tag)
  return isTag ? tag : `${plain}\0${named ?? ''}`
}

/** Returns the canonical tag; null if invalid. */
export function parsedTag(asked: string): string | null {
  const parsed = parseTag(asked.replaceAll('_', '-'))
  return parsed.ok ? parsed.tag : null
}

/**
 * Returns the canonical tag of a variant such as `de-AT` or `zh-Hant-TW` of a language that the project has,
 * else null. i18next requests the variant first and then the language, so an empty file is right; a 404 would
 * be an error in every app's console.
 */
export function variantOfKnown(asked: string, tags: readonly string[]): string | null {
  const tag = parsedTag(asked)
  if (tag === null) return null
  const subtags = tag.split('-')
  while (subtags.length > 1) {
    subtags.pop()
    if (tags.includes(subtags.join('-'))) return tag
  }
  return null
}
