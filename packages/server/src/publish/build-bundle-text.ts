import { buildBundle, type Forms, fallbackChain, tagFromPath, type Unit, unitId } from '@dragoman/core'
import { listLanguages, listNamespaces, projectBySlug, type Reader, unitsOfFile } from '@dragoman/store'
import type { BundleAddress } from './bundle-address.ts'

export type BuiltBundle = {
  readonly projectId: number
  readonly language: string
  readonly namespace: string
  /** Texts of other languages may be in it. */
  readonly hasFallback: boolean
  readonly isPublic: boolean
  readonly text: string
}

/** The file an app asks for; null for an unknown project, language or namespace. `pt_BR` and `pt-br` find `pt-BR`. */
export async function buildBundleText(r: Reader, address: BundleAddress): Promise<BuiltBundle | null> {
  const project = await projectBySlug(r, address.project)
  if (project === null) return null
  const languages = await listLanguages(r, project.id)
  const language = matchLanguage(
    address.language,
    languages.map((row) => row.tag),
  )
  if (language === null) return null
  const { namespace } = address
  if (!(await listNamespaces(r, project.id)).some((row) => row.name === namespace)) return null
  const { deliverFallback, deliverPublic } = project.settings
  const units = (await unitsOfFile(r, project.id, language, namespace)).map((row) => row.unit)
  const fallbacks: ((unit: Unit) => Forms | undefined)[] = []
  if (deliverFallback) {
    const configured = new Map(languages.map((row) => [row.tag, row.fallback]))
    for (const tag of fallbackChain(language, configured, project.sourceLanguage).slice(1)) {
      const rows = await unitsOfFile(r, project.id, tag, namespace)
      const byId = new Map(rows.map((row) => [unitId(row.unit), row.unit.forms]))
      fallbacks.push((unit) => byId.get(unitId(unit)))
    }
  }
  const text = buildBundle({ units, language, fallbacks })
  return { projectId: project.id, language, namespace, hasFallback: deliverFallback, isPublic: deliverPublic, text }
}

function matchLanguage(asked: string, tags: readonly string[]): string | null {
  if (tags.includes(asked)) return asked
  const plain = asked.replaceAll('_', '-').toLowerCase()
  return tags.find((tag) => tag.toLowerCase() === plain) ?? tags.find((tag) => tag === tagFromPath(asked)) ?? null
}
