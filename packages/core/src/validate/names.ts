import { isIgnoredFolder } from './ignored-folder.ts'
import { LIMITS } from './limits.ts'

/** The format of a project's URL name; its length is limited separately. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The characters of a namespace: letters of any script with their marks, digits, `.`, `_`, `-`, `/`. */
export const NAMESPACE_PATTERN = /^[\p{L}\p{M}\p{N}._/-]+$/u

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

/**
 * Returns whether a text can be the name of a project or person: 1 to 100 characters, not only spaces, no
 * control characters.
 */
export function isName(text: string): boolean {
  return text.length <= LIMITS.nameMax && text.trim() !== '' && !CONTROL.test(text)
}

/**
 * Returns the name of one of several projects of a folder, `Shop (web/locales)`; a place that is too long is
 * truncated at its start.
 */
export function nameWithPlace(name: string, place: string): string {
  const room = Math.max(LIMITS.nameMax - name.length - ' ()'.length, Math.floor(LIMITS.nameMax / 2))
  const shown = place.length > room ? `…${place.slice(1 - room)}` : place
  return `${name.slice(0, LIMITS.nameMax - shown.length - ' ()'.length)} (${shown})`
}

/**
 * Returns whether a text can be a namespace: 1 to 100 letters (of any script), digits, `.`, `_`, `-`, `/`;
 * never a path out of a folder.
 */
export function isNamespace(text: string): boolean {
  return namespaceProblem(text) === null
}

/**
 * Returns why a text cannot be a namespace; null if it can. `ignored-folder`: its file would be where no one
 * looks for locale files, as in `.git/hooks` or `node_modules/x`.
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
 * text in half of the programs that load such files. Dots, spaces, line breaks and `__proto__` are ordinary.
 */
export function isKeyName(text: string): boolean {
  return text !== '' && text.length <= LIMITS.keyNameMax && !text.includes('\0')
}

/**
 * Returns whether a text is a key's name without control characters: what people type, and what formats
 * accept whose programs know no others.
 */
export function isPlainKeyName(text: string): boolean {
  return isKeyName(text) && !CONTROL.test(text)
}

/**
 * Returns whether a person may give a key this name: plain, or with no control characters except those in its
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

/** URL names that have, or may get, another meaning. */
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
