import { intlTag } from './tag.ts'

const namers = new Map<string, Intl.DisplayNames>()

/** Returns the name of a language in another (`de` in `fr`: allemand); the tag itself if there is no name. */
export function languageName(tag: string, inTag: string): string {
  const locale = intlTag(inTag)
  let namer = namers.get(locale)
  if (namer === undefined) {
    namer = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
    namers.set(locale, namer)
  }
  const asked = intlTag(tag)
  if (asked === 'und') return tag
  const name = namer.of(asked)
  return name === undefined || name === asked ? tag : name
}
