import { intlTag } from './tag.ts'

const namers = new Map<string, Intl.DisplayNames>()

/**
 * Returns the name of a language in another (`de` in `fr`: allemand); the tag itself if there is no name. Private
 * subtags and extensions follow the name of the rest: `en-x-quot` is English (x-quot).
 */
export function languageName(tag: string, inTag: string): string {
  const locale = intlTag(inTag)
  let namer = namers.get(locale)
  if (namer === undefined) {
    namer = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
    namers.set(locale, namer)
  }
  const [, named = '', more] = PARTS.exec(intlTag(tag)) ?? []
  const name = named === 'und' ? undefined : nameBy(namer, named)
  if (name === undefined || name === named) return tag
  return more === undefined ? name : `${name} (${more})`
}

/** A tag, and its extensions and private subtags from the first subtag of one character on. */
const PARTS = /^(.*?)(?:-([a-z\d]-.*))?$/i

/** `Intl` throws for some tags that its own `getCanonicalLocales` accepts. */
function nameBy(namer: Intl.DisplayNames, tag: string): string | undefined {
  try {
    return namer.of(tag)
  } catch {
    return undefined
  }
}
