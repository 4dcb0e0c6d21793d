import {
  type KeyRow,
  listTextLimits,
  type ProjectRow,
  type Reader,
  type TranslationRow,
} from '@dragoman/store'
import { textIssues } from '../text-errors.ts'

/** Returns what the checks find in a text. Reads nothing if the text is known to pass. */
export async function issuesOf(
  r: Reader,
  project: Pick<ProjectRow, 'id' | 'syntax' | 'sourceLanguage'>,
  { key, source, target }: { key: KeyRow; source: TranslationRow; target: TranslationRow },
) {
  if (!target.failing) return []
  return textIssues(project, {
    key,
    language: target.language,
    sourceForms: source.forms,
    forms: target.forms,
    limits: await listTextLimits(r, project.id, [key.namespace]),
  })
}
