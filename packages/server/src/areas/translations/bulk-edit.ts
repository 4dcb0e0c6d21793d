import { Failure } from '@dragoman/contract'
import {
  type FormName,
  type Forms,
  hasText,
  LIMITS,
  type PluralKind,
  requiredForms,
  syntaxById,
  type TranslationState,
} from '@dragoman/core'
import {
  type ChangeRequest,
  editorPage,
  keyById,
  type ProjectRow,
  type Requester,
  type TranslationRow,
  translation,
  type Writer,
} from '@dragoman/store'
import { filterOf } from '../filter-of.ts'
import { type Done, runOperation } from '../run-operation.ts'

export type BulkRequest = {
  readonly project: ProjectRow
  readonly language: string
  readonly select: { readonly keys: readonly number[] } | { readonly q: string }
  readonly act:
    | { readonly kind: 'set-state'; readonly state: Exclude<TranslationState, 'untranslated'> }
    | { readonly kind: 'clear' }
    | { readonly kind: 'copy-source' }
  readonly by: Requester
  readonly at: string
}

/**
 * Changes many translations as one operation, 10,000 at most (`too-large` above that). Skips strings that the
 * action does not apply to: a state for an empty text, the source text where a translation exists.
 */
export async function bulkEdit(
  w: Writer,
  request: BulkRequest,
): Promise<Done & { readonly changed: number }> {
  const { project, language } = request
  const changes: ChangeRequest[] = []
  for (const row of await selectedRows(w, request)) {
    const change = changeOf(row, request)
    if (change !== null)
      changes.push({
        kind: 'translate',
        keyId: row.target.keyId,
        language,
        baseVersion: row.target.version,
        ...change,
      })
  }
  if (changes.length === 0) return { operation: null, changed: 0 }
  const done = await runOperation(w, {
    projectId: project.id,
    kind: 'bulk',
    by: request.by,
    at: request.at,
    changes,
  })
  return { ...done, changed: done.operation?.summary.translations ?? 0 }
}

type SelectedRow = {
  readonly plural: PluralKind
  readonly source: TranslationRow
  readonly target: TranslationRow
}

async function selectedRows(w: Writer, { project, language, select }: BulkRequest): Promise<SelectedRow[]> {
  return 'keys' in select
    ? rowsOfKeys(w, { project, language, keys: select.keys })
    : rowsOfSearch(w, { project, language, line: select.q })
}

async function rowsOfKeys(
  w: Writer,
  of: { project: ProjectRow; language: string; keys: readonly number[] },
): Promise<SelectedRow[]> {
  const rows: SelectedRow[] = []
  for (const keyId of new Set(of.keys)) {
    const key = await keyById(w, of.project.id, keyId)
    const source = await translation(w, of.project.id, keyId, of.project.sourceLanguage)
    const target = await translation(w, of.project.id, keyId, of.language)
    // Someone may have deleted a string of a long selection in the meantime; the others are still meant.
    if (key !== null && source !== null && target !== null) rows.push({ plural: key.plural, source, target })
  }
  return rows
}

async function rowsOfSearch(
  w: Writer,
  of: { project: ProjectRow; language: string; line: string },
): Promise<SelectedRow[]> {
  const { filter } = await filterOf(w, of.project.id, of.line)
  const rows: SelectedRow[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof editorPage>> = await editorPage(w, {
      projectId: of.project.id,
      sourceLanguage: of.project.sourceLanguage,
      language: of.language,
      filter,
      limit: LIMITS.pageMax,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { key, source, target } of page.rows) rows.push({ plural: key.plural, source, target })
    if (rows.length > LIMITS.bulkKeysMax) throw new Failure('too-large', { limit: LIMITS.bulkKeysMax })
    cursor = page.next
  } while (cursor !== null)
  return rows
}

function changeOf(
  { plural, source, target }: SelectedRow,
  { act, language, project }: BulkRequest,
): { forms: Forms; state?: TranslationState } | null {
  switch (act.kind) {
    case 'set-state':
      return hasText(target.forms) && (target.state !== act.state || target.outdated)
        ? { forms: target.forms, state: act.state }
        : null
    case 'clear':
      return hasText(target.forms) ? { forms: {} } : null
    case 'copy-source':
      return hasText(target.forms) || !hasText(source.forms)
        ? null
        : { forms: sourceFormsFor(plural, language, source.forms, syntaxById(project.syntax).numbers) }
    default:
      return act satisfies never
  }
}

/** Returns the source text in the plural forms of the target language. */
function sourceFormsFor(plural: PluralKind, language: string, forms: Forms, numbers?: 'whole'): Forms {
  if (plural === 'none') return forms
  const copied: Partial<Record<FormName, string>> = {}
  for (const form of requiredForms(plural, language, forms, numbers)) {
    const text = forms[form] ?? forms.other ?? forms.one
    if (text !== undefined) copied[form] = text
  }
  return copied
}
