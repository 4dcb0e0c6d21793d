import { nameOfLanguage } from './language-name.ts'
import { partsOfPattern, splitPattern } from './pattern-parts.ts'

/**
 * Spells a canonical tag like the project's other languages in paths: `pt-BR` next to `zh_CN` becomes
 * `pt_BR`. If they do not show the spelling, uses that of the pattern's ecosystem. Empty: the file of this
 * language has no language in its path.
 */
export function spellLanguage(tag: string, siblingsAsWritten: readonly string[], pattern = ''): string {
  const { translations } = splitPattern(pattern)
  const hole = partsOfPattern(translations).find((part) => part.kind === 'language')
  const own = hole?.spellings.get(tag)
  if (own !== undefined) return own
  if (hole !== undefined && hole.source === tag) return ''
  if (hole?.isName === true) return nameOfLanguage(tag, siblingsAsWritten)
  if (isAndroid(pattern)) return spellForAndroid(tag)
  if (MOKO.test(pattern)) return tag.replace(/^([a-z]{2,3})-([A-Z]{2})$/, '$1-r$2')
  const compound = siblingsAsWritten.filter((sibling) => /[-_]/.test(sibling))
  const underscored = compound.filter((sibling) => sibling.includes('_')).length
  const isUnderscored =
    compound.length === 0 ? UNDERSCORED.test(translations) : underscored * 2 > compound.length
  const spelled = isUnderscored ? tag.replaceAll('-', '_') : tag
  const isLowerCase = compound.length > 0 && compound.every((sibling) => sibling === sibling.toLowerCase())
  return isLowerCase ? spelled.toLowerCase() : spelled
}

/** gettext, Java, Flutter, Qt and Chrome write `pt_BR`. */
const UNDERSCORED = /\.(?:po|properties|arb|ts|ini)$|\{_lng|_\{lng|(?:^|\/)_locales\//

/** moko-resources makes Android's folders of its own, which have the same regions. */
const MOKO = /(?:^|\/)(?:moko-resources|resources\/MR)\/\{lng[^}]*\}\//

function isAndroid(pattern: string): boolean {
  return /(?:^|\/)values\{-lng[^}]*\}\//.test(pattern)
}

/**
 * Returns a resource qualifier: `pt-rBR`, or `b+sr+Latn` for more than language and region. Three languages
 * keep the codes they had when Android started (lint's LocaleFolder).
 */
function spellForAndroid(tag: string): string {
  const [language = '', ...rest] = tag.split('-')
  const legacy = new Map([
    ['he', 'iw'],
    ['id', 'in'],
    ['yi', 'ji'],
  ])
  const written = legacy.get(language) ?? language
  const [region] = rest
  if (region === undefined) return written
  if (rest.length === 1 && /^[A-Z]{2}$/.test(region)) return `${written}-r${region}`
  return ['b', language, ...rest].join('+')
}
