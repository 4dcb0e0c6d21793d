import { limitsOf, runChecks, syntaxById, syntaxOfKey } from '@dragoman/core'
import {
  type CatalogText,
  catalogTexts,
  listTextLimits,
  type ProjectRow,
  type Reader,
  type TextsLocation,
} from '@dragoman/store'

/**
 * Returns the same texts, but `failing` only for checks of severity *error*, not for warnings. Only texts
 * that fail any check are checked again.
 */
export async function withErrorsOnly(
  r: Reader,
  project: Pick<ProjectRow, 'sourceLanguage' | 'syntax'>,
  place: TextsLocation,
  texts: readonly CatalogText[],
): Promise<readonly CatalogText[]> {
  const failing = texts.filter((text) => text.failing)
  if (failing.length === 0) return texts
  const { projectId, language, namespace } = place
  const { sourceLanguage } = project
  const keyIds = failing.map(({ keyId }) => keyId)
  const sources = new Map(
    (await catalogTexts(r, { ...place, language: sourceLanguage }, keyIds)).map((text) => [text.keyId, text]),
  )
  const limits = limitsOf(await listTextLimits(r, projectId, [namespace]), {
    namespace,
    language,
    sourceLanguage,
  })
  const ofProject = syntaxById(project.syntax)
  const hasError = ({ keyId, plural, forms, maxLength, syntax }: CatalogText) =>
    runChecks({
      syntax: syntaxOfKey(ofProject, { namespace, syntax }),
      sourceLanguage,
      language,
      plural,
      sourceForms: sources.get(keyId)?.forms ?? {},
      forms,
      maxLength,
      limits,
    }).some(({ severity }) => severity === 'error')
  return texts.map((text) => (text.failing && !hasError(text) ? { ...text, failing: false } : text))
}
