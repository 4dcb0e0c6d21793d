import { baseLanguage, isPseudoLanguage } from '@dragoman/core'
import type { Format, View } from '@dragoman/formats'

/** One language of a file: how the file is read, and the language of the project that its texts are in. */
export type FileLanguage = {
  /** With the language as the file names it. */
  readonly view: View
  readonly language: string
}

type Project = {
  readonly sourceLanguage: string
  readonly languages: ReadonlySet<string>
  /** The language in the path of the file. */
  readonly named: string | null
}

/**
 * Returns the languages of a file as those of the project. A language that the project does not have is one of a
 * region, such as `de-DE`, if the project has `de`: if that is its usual region, or the path names `de`. The source
 * texts of any region are those of the project. No two languages of a file become the same one.
 */
export function languagesInProject(views: readonly View[], project: Project): readonly FileLanguage[] {
  const stated = new Set(views.map(({ language }) => language))
  const taken = new Set<string>()
  return views.map((view) => {
    const found = project.languages.has(view.language) ? null : languageOfRegion(view, views, project)
    if (found === null || stated.has(found) || taken.has(found)) return { view, language: view.language }
    taken.add(found)
    return { view, language: found }
  })
}

function languageOfRegion(
  { language, side }: View,
  views: readonly View[],
  { sourceLanguage, languages, named }: Project,
): string | null {
  // The path of a file of one language states it too.
  if (!isOfRegion(language) || (views.length === 1 && language === named)) return null
  if (side === 'source' && isSameLanguage(language, sourceLanguage)) return sourceLanguage
  const isOnly = views.filter((other) => isSameLanguage(other.language, language)).length === 1
  if (named !== null && isOnly && languages.has(named) && isSameLanguage(language, named)) return named
  const usual = [...languages].filter((known) => isOfRegion(known) && fullTag(known) === fullTag(language))
  return usual.length === 1 ? (usual[0] ?? null) : null
}

/**
 * Returns the language that someone has chosen for a file: with the texts in it, or in the only one with another
 * region; else the translations of a bilingual file. Null: the file has no such language.
 */
export function chosenLanguage(
  format: Format,
  found: readonly FileLanguage[],
  chosen: string,
): FileLanguage | null {
  if (found.length === 0) return { view: { language: chosen, side: 'target' }, language: chosen }
  const exact =
    found.find(({ view }) => view.language === chosen) ?? found.find(({ language }) => language === chosen)
  if (exact !== undefined) return { view: exact.view, language: chosen }
  const alike = found.filter(({ view }) => isSameLanguage(view.language, chosen))
  const [only] = alike.length === 1 ? alike : []
  if (only !== undefined) return { view: only.view, language: chosen }
  if (format.languages === 'many') return null
  return { view: { language: chosen, side: 'target' }, language: chosen }
}

/** Whether a tag only adds a script or region to a language; pseudo languages and other varieties are not the language. */
function isOfRegion(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/.test(tag) && !isPseudoLanguage(tag)
}

/** Whether two tags are of one language in one script, in any region: `pt-BR` and `pt`. */
export function isSameLanguage(a: string, b: string): boolean {
  return isOfRegion(a) && isOfRegion(b) && baseLanguage(a) === baseLanguage(b) && scriptOf(a) === scriptOf(b)
}

function scriptOf(tag: string): string | undefined {
  return new Intl.Locale(tag).maximize().script
}

/** Returns a tag with the usual script and region of its language, if it has none: `de-Latn-DE` of `de`. */
function fullTag(tag: string): string {
  return new Intl.Locale(tag).maximize().toString()
}
