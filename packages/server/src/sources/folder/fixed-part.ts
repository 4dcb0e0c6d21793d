import { splitPattern } from '@dragoman/formats'

/**
 * Returns the folders of a pattern before its first hole: `locales` of `locales/{lng}/{ns}.json`; for a
 * pattern with a template, those of the translations.
 */
export function fixedPart(pattern: string): string {
  return partOf(splitPattern(pattern).translations)
}

/**
 * Returns the folders that contain all files of a pattern: a template can be elsewhere than the translations.
 * No folder is inside another.
 */
export function fixedParts(pattern: string): readonly string[] {
  const { translations, template } = splitPattern(pattern)
  const [part, other] = [partOf(translations), template === null ? null : partOf(template)]
  if (other === null || isWithin(other, part)) return [part]
  return isWithin(part, other) ? [other] : [part, other]
}

/**
 * Returns the names of folders that a pattern spells out. They are scanned even if folders of that name are ignored
 * elsewhere: `dist` of `dist/{lng}.json`.
 */
export function foldersNamed(pattern: string): ReadonlySet<string> {
  const { translations, template } = splitPattern(pattern)
  const steps = [translations, template ?? ''].flatMap((one) => one.split('/').slice(0, -1))
  return new Set(steps.filter((step) => step !== '' && !step.includes('{')))
}

function partOf(pattern: string): string {
  const steps = pattern.split('/').slice(0, -1)
  const hole = steps.findIndex((step) => step.includes('{'))
  return (hole < 0 ? steps : steps.slice(0, hole)).join('/')
}

function isWithin(folder: string, other: string): boolean {
  return other === '' || folder === other || folder.startsWith(`${other}/`)
}
