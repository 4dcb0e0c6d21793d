import {
  buildBundle,
  type Forms,
  fallbackChain,
  parseTag,
  tagFromPath,
  type Unit,
  unitId,
} from '@dragoman/core'
import { listLanguages, listNamespaces, type ProjectRow, projectBySlug, type Reader } from '@dragoman/store'
import type { BundleAddress } from './bundle-address.ts'
import type { ReadUnits } from './bundle-units.ts'

/** A file as an app gets it. */
export type BuiltBundle = {
  readonly projectId: number
  readonly language: string
  readonly namespace: string
  /** Texts of other languages may be in it. */
  readonly hasFallback: boolean
  /** False: made for this one request only, because callers could ask for any number of such files. */
  readonly isKept: boolean
  readonly text: string
}

/**
 * The file an app asks for; null for an unknown project, language or namespace, and `private` for a project
 * that `mayRead` refuses, before anything of it is looked at. `pt_BR` and `pt-br` find `pt-BR`; `de-AT` is
 * empty where there is only `de`.
 */
export async function buildBundleText(
  r: Reader,
  address: BundleAddress,
  mayRead: (project: ProjectRow) => boolean,
  unitsOf: ReadUnits,
): Promise<BuiltBundle | 'private' | null> {
  const project = await projectBySlug(r, address.project)
  if (project === null) return null
  if (!mayRead(project)) return 'private'
  const languages = await listLanguages(r, project.id)
  const language = matchLanguage(
    address.language,
    languages.map((row) => row.tag),
  )
  const tag = language ?? variantOfKnown(address.language, languages)
  if (tag === null) return null
  const { namespace } = address
  if (!(await listNamespaces(r, project.id)).some((row) => row.name === namespace)) return null
  if (language === null)
    return { projectId: project.id, language: tag, namespace, hasFallback: false, isKept: false, text: '{}' }
  const { deliverFallback } = project.settings
  const units = await unitsOf(r, { projectId: project.id, language, namespace })
  const fallbacks: ((unit: Unit) => Forms | undefined)[] = []
  if (deliverFallback) {
    const configured = new Map(languages.map((row) => [row.tag, row.fallback]))
    for (const tag of fallbackChain(language, configured, project.sourceLanguage).slice(1)) {
      const others = await unitsOf(r, { projectId: project.id, language: tag, namespace })
      const byId = new Map(others.map((unit) => [unitId(unit), unit.forms]))
      fallbacks.push((unit) => byId.get(unitId(unit)))
    }
  }
  const text = buildBundle({ units, language, fallbacks })
  return { projectId: project.id, language, namespace, hasFallback: deliverFallback, isKept: true, text }
}

function matchLanguage(asked: string, tags: readonly string[]): string | null {
  if (tags.includes(asked)) return asked
  const plain = asked.replaceAll('_', '-').toLowerCase()
  return (
    tags.find((tag) => tag.toLowerCase() === plain) ?? tags.find((tag) => tag === tagFromPath(asked)) ?? null
  )
}

/**
 * The canonical tag of a variant such as `de-AT` or `zh-Hant-TW` of a language the project has, else null.
 * i18next asks for the variant first and for the language next, so an empty file is right, and a 404 would be
 * a red line in every app's console.
 */
function variantOfKnown(asked: string, languages: readonly { readonly tag: string }[]): string | null {
  const parsed = parseTag(asked.replaceAll('_', '-'))
  if (!parsed.ok) return null
  const subtags = parsed.tag.split('-')
  while (subtags.length > 1) {
    subtags.pop()
    if (languages.some(({ tag }) => tag === subtags.join('-'))) return parsed.tag
  }
  return null
}
