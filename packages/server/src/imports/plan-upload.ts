import type { ImportChoice, PlannedPart, UploadPlan } from '@dragoman/contract'
import {
  hasText,
  isSourceText,
  planImport,
  replacesText,
  sameForms,
  type Unit,
  type UnitChange,
  unitsById,
} from '@dragoman/core'
import { lineColumnOf } from '@dragoman/formats'
import { presentIssue } from '../areas/present-issue.ts'
import type { TaskContext } from '../workers/tasks.ts'
import { type ImportInput, type ImportPart, openImport } from './import-units.ts'

const SAMPLE = 50
const LISTED_ISSUES = 100
/** Samples and issues of all parts together, for people to read. */
const LISTED_AT_MOST = 2000

/** Returns what importing an upload would do, without writing anything. */
export async function planUpload(
  context: TaskContext,
  input: ImportInput & Pick<ImportChoice, 'mode'>,
): Promise<UploadPlan> {
  const { known, found, read } = await openImport(context, input)
  const parts: PlannedPart[] = []
  const newLanguages = new Set<string>()
  const totals = { keysAdded: 0, translationsAdded: 0, changed: 0, unchanged: 0 }
  let room = LISTED_AT_MOST
  for await (const part of read()) {
    const plan = planImport({
      incoming: unitsById(part.units),
      current: part.current,
      mode: input.mode === 'fill' ? 'keep' : 'overwrite',
    })
    const { added, filled, changed, same, kept, empty } = plan.counts
    const { language } = part.view
    if (!known.has(language)) newLanguages.add(language)
    totals.keysAdded += added
    totals.translationsAdded +=
      filled +
      plan.changes.filter(({ before, after }) => before === null && hasText(after?.forms ?? {})).length
    totals.changed += changed
    totals.unchanged += same + empty + kept
    const sample = plan.changes.slice(0, Math.min(SAMPLE, room)).map(presentChange)
    const issues = issuesOf(part, Math.min(LISTED_ISSUES, room))
    room -= sample.length + issues.length
    parts.push({
      file: part.file,
      path: part.uploaded.path,
      language,
      languageKnown: known.has(language),
      namespace: part.namespace,
      format: part.format.id,
      reason: part.reason,
      languages: [...part.languages],
      alongside: [...part.alongside],
      report: part.report.map((item) => ({ ...item, examples: [...item.examples] })),
      keysAdded: added,
      filled,
      changed,
      unchanged: same + empty + kept,
      outdated: plan.changes.filter((change) => isForOtherSource(part, change)).length,
      sample,
      issues,
    })
  }
  const files = new Set(parts.map(({ file }) => file)).size
  return { files, ...totals, languagesAdded: [...newLanguages], parts, failures: [...found.failures] }
}

/** Returns whether the file has a translation of another source text than the current one. */
function isForOtherSource({ sources, currentSources }: ImportPart, { id, after }: UnitChange): boolean {
  const stated = sources.get(id)
  const now = currentSources.get(id)?.forms ?? {}
  return stated !== undefined && hasText(after?.forms ?? {}) && hasText(now) && !isSourceText(stated, now)
}

function issuesOf({ document }: ImportPart, limit: number): PlannedPart['issues'] {
  return document.issues
    .slice(0, limit)
    .map((issue) => ({ ...presentIssue(issue), ...lineColumnOf(document.text, issue.span.start) }))
}

function presentChange({ before, after }: UnitChange): PlannedPart['sample'][number] {
  const unit = after ?? before
  const now = before?.forms ?? {}
  const forms = after?.forms ?? {}
  const isReplaced = before !== null && (sameForms(now, forms) || replacesText(now, forms))
  return {
    name: unit?.name ?? '',
    plural: unit?.plural ?? 'none',
    change: isReplaced ? 'changed' : 'added',
    now,
    incoming: forms,
    ...newState(before, after),
  }
}

/** Returns the state of a text if nothing else of it changes. */
function newState(before: Unit | null, after: Unit | null): Pick<PlannedPart['sample'][number], 'state'> {
  const state = after?.state
  if (state === undefined || state === 'reviewed' || before === null) return {}
  return sameForms(before.forms, after?.forms ?? {}) ? { state } : {}
}
