import { isIgnoredFolder } from './ignored-folder.ts'
import { LIMITS } from './limits.ts'

/** The format of a project's URL name; its length is limited separately. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The characters of a namespace: letters of any script with their marks, digits, `.`, `_`, `-`, `+`, `/`. */
export const NAMESPACE_PATTERN = /^[\p{L}\p{M}\p{N}._+/-]+$/u

/**
 * Returns whether a text can be a project's URL name: `[a-z0-9]+(-[a-z0-9]+)*`, 2 to 50 characters, not a
 * reserved word.
 */
export function isProjectSlug(text: string): boolean {
  return hasSlugShape(text) && !RESERVED_SLUGS.has(text)
}

/** Does the same as `isProjectSlug`, but allows reserved words. */
export function hasSlugShape(text: string): boolean {
  return text.length >= LIMITS.slugMin && text.length <= LIMITS.slugMax && SLUG_PATTERN.test(text)
}

/**
 * Returns the slug for a name, `Acme Shop` → `acme-shop`: letters without accents, everything else becomes a
 * hyphen. Empty if nothing usable is left.
 */
export function slugFromName(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LIMITS.slugMax)
    .replace(/-$/, '')
  return isProjectSlug(slug) ? slug : ''
}

/** Returns a URL name with a number, which is kept when the name has to be shortened: `shop`, 2 → `shop-2`. */
export function numberedSlug(base: string, number: number): string {
  const end = number === 1 ? '' : `-${number}`
  return `${base.slice(0, LIMITS.slugMax - end.length).replace(/-+$/, '')}${end}`
}

/**
 * Returns whether a text can be the name of a project, person, group, token or task: 1 to 100 characters with
 * at least one visible one, and none that are invisible or change the order of others (control and format
 * characters). Joiners are allowed between letters and in emoji, where writing needs them.
 */
export function isName(text: string): boolean {
  return text.length <= LIMITS.nameMax && VISIBLE.test(text.replace(BLANK, '')) && !hasHidden(text)
}

/** Returns a name as it is stored: composed (NFC), without spaces around it. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim()
}

/**
 * Returns the nearest valid name for one from another program: without hidden characters, truncated to the
 * maximum length; null if nothing visible is left.
 */
export function usableName(text: string): string | null {
  const shown = withoutHidden(text.normalize('NFC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replace(/\s+/gu, ' ')
    .trim()
  // Does not cut through a character.
  let name = ''
  for (const character of shown) if (name.length + character.length <= LIMITS.nameMax) name += character
  return isName(name.trim()) ? name.trim() : null
}

/**
 * Returns a description of one paragraph as it is stored: composed (NFC), with single spaces, without
 * characters that are invisible or change the order of others.
 */
export function tidyDescription(text: string): string {
  return withoutHidden(text.normalize('NFC').replace(/\s+/gu, ' ')).replace(/ {2,}/g, ' ').trim()
}

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Invisible letters and symbols: Hangul fillers and the empty Braille pattern. */
const BLANK = /[\u115f\u1160\u3164\uffa0\u2800]/g
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
/** Joiners between letters (Persian, scripts of India) and in emoji, and the selectors of emoji variants. */
const NEEDED =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Extended_Pictographic}\d#*])[\ufe0e\ufe0f]/gu

function hasHidden(text: string): boolean {
  return withoutHidden(text) !== text
}

function withoutHidden(text: string): string {
  const needed = new Set([...text.matchAll(NEEDED)].map(({ index }) => index))
  return text.replace(HIDDEN, (character, at: number) => (needed.has(at) ? character : ''))
}

/**
 * Returns the name of one of several projects of a folder, `Shop (web/locales)`; a path that is too long is
 * truncated at its start.
 */
export function nameWithFolder(name: string, place: string): string {
  const room = Math.max(LIMITS.nameMax - name.length - ' ()'.length, Math.floor(LIMITS.nameMax / 2))
  const shown = place.length > room ? `…${place.slice(1 - room)}` : place
  return `${name.slice(0, LIMITS.nameMax - shown.length - ' ()'.length)} (${shown})`
}

/**
 * Returns whether a text can be a namespace: 1 to 100 letters (of any script), digits, `.`, `_`, `-`, `+`, `/`;
 * never a path that leaves the folder.
 */
export function isNamespace(text: string): boolean {
  return namespaceProblem(text) === null
}

/**
 * Returns why a text cannot be a namespace; null if it can. `ignored-folder`: its file would be in a folder
 * that is not searched for locale files, as in `.git/hooks` or `node_modules/x`.
 */
export function namespaceProblem(text: string): 'unusable' | 'ignored-folder' | null {
  if (!hasNamespaceShape(text)) return 'unusable'
  const steps = text.split('/')
  const isHidden = steps.some((step) => step.startsWith('.')) || text === 'node_modules'
  return isHidden || steps.slice(0, -1).some(isIgnoredFolder) ? 'ignored-folder' : null
}

function hasNamespaceShape(text: string): boolean {
  return (
    text.length <= LIMITS.namespaceMax &&
    NAMESPACE_PATTERN.test(text) &&
    !/(?:^|\/)\.{0,2}(?:\/|$)/.test(text)
  )
}

/**
 * Returns whether a text can be a key's name: 1 to 1,024 characters of any kind except U+0000, which ends a
 * text in half of the programs that load such files. Dots, spaces, line breaks and `__proto__` are allowed.
 */
export function isKeyName(text: string): boolean {
  return text !== '' && text.length <= LIMITS.keyNameMax && !text.includes('\0')
}

/**
 * Returns whether a text is a key's name without control characters, as people type it and as formats accept
 * it whose programs do not support any others.
 */
export function isPlainKeyName(text: string): boolean {
  return isKeyName(text) && !CONTROL.test(text)
}

/**
 * Returns whether a person can give a key this name: plain, or with no control characters except those in its
 * current name.
 */
export function isNameToGive(text: string, now = ''): boolean {
  return (
    isKeyName(text) && [...text].every((character) => !CONTROL.test(character) || now.includes(character))
  )
}

/**
 * Returns whether a text can be a tag of a key: 1 to 100 characters, not only spaces, no control characters.
 */
export function isKeyTag(text: string): boolean {
  return text.length <= LIMITS.tagMax && text.trim() !== '' && !CONTROL.test(text)
}

/** URL names that have or could get another meaning. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'api',
  'assets',
  'd',
  'docs',
  'events',
  'files',
  'health',
  'invite',
  'live',
  'locales',
  'metrics',
  'new',
  'p',
  'projects',
  'releases',
  'settings',
  'setup',
  'sign-in',
  'sign-out',
  'static',
  'system',
])

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
