import type { GridRow, ProjectReply, TranslationReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import type { Position } from '../../../lib/list/position-after-key.ts'
import { showToast, type ToastAction, undoAction } from '../../../lib/notices/toast.ts'
import { writeClipboard } from '../../../lib/notices/use-copy.ts'
import type { SaveEnd } from '../../../lib/saving/create-saving.ts'
import type { StoredDraft } from '../../../lib/saving/draft-store.ts'
import { restoreDraft } from '../../../lib/saving/restore-draft.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useFailureText, useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast, watchUndo } from '../../../lib/server/undo.ts'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { type BulkEnd, type BulkText, type LeftOutText, useBulkTexts } from '../bulk/use-bulk-texts.ts'
import { useUndoStack } from '../bulk/use-undo-stack.ts'
import { shownText } from '../cell/shown-text.ts'
import { keyQueries } from '../queries.ts'
import { type CellRange, FIRST_TEXT_COLUMN } from './grid-range.ts'
import { type PastePlan, type PasteTarget, planPaste } from './paste-plan.ts'
import { cellsOf, copiedText, textsToClear } from './range-texts.ts'
import { parseTsv } from './tsv.ts'
import { type KeysPage, withTranslations } from './update-rows.ts'
import type { GridRows, RowAt } from './use-grid-rows.ts'
import { useLoadedRows } from './use-loaded-rows.ts'
import { usePasteMarks } from './use-paste-marks.ts'

/** Maximum cells that are pasted, copied or cleared together (docs/specification.md §9). */
const CELLS_AT_MOST = LIMITS.bulkKeysMax

type Parts = {
  readonly project: ProjectReply
  readonly languages: readonly string[]
  readonly rules: TextRules
  /** Rows outside of the viewport are loaded when an action reaches them. */
  readonly rows: Pick<GridRows, 'loadRows' | 'loadedRows' | 'findRow'>
}

/** Saves texts of the grid, and shows them as they are saved. */
function useSavedCells(project: string) {
  const { t } = useTranslation('keys')
  const failureText = useFailureText()
  const client = useQueryClient()
  const saving = useSaving()
  const bulk = useBulkTexts(project)
  const stack = useUndoStack(project)
  const drafts = useReplacedDrafts(project)

  const place = (saved: readonly TranslationReply[]) =>
    client.setQueriesData<KeysPage>({ queryKey: keyQueries.all(project) }, (page) =>
      page === undefined || !('rows' in page) ? page : withTranslations(page, saved),
    )
  /**
   * Shows the saved text before the save leaves the queue, so that a cell never flashes back to its old text.
   */
  const noteEnd = useLatestCallback(({ save, outcome }: SaveEnd) => {
    if (save.project !== project) return
    if (outcome.kind === 'done') return place([outcome.translation])
    if (outcome.kind === 'stale') place([outcome.current])
    const sentence =
      outcome.kind === 'stale'
        ? t('edit.cameBackStale')
        : t('edit.cameBack', { reason: failureText(outcome.error) })
    showToast(sentence, { tone: 'problem' })
  })
  useEffect(() => saving.onEnd(noteEnd), [saving, noteEnd])

  /** If nothing was saved yet, that is reported. */
  async function saveAll(texts: readonly BulkText[], options: { readonly requireChecks: boolean }) {
    const end = await bulk.save(texts, options)
    if (end.kind === 'failed') showToast(failureText(end.error), { tone: 'problem' })
    if (end.kind === 'queued') showToast(t('paste.queued', { count: end.count }))
    if (end.kind !== 'saved') return end
    place([...end.saved, ...end.leftOut.flatMap(({ current }) => current ?? [])])
    stack.note(end.operationId)
    drafts.note(end)
    void client.invalidateQueries({
      queryKey: projectKey(project),
      predicate: ({ queryKey }) => queryKey[2] !== 'keys',
    })
    return end
  }
  return { saveAll, stack, undoOfDrafts: drafts.undoOf }
}

type SavedTexts = Extract<BulkEnd, { readonly kind: 'saved' }>

/** Restores the drafts that saved texts have replaced, once those are undone. */
function useReplacedDrafts(project: string) {
  const { t } = useTranslation()
  const saving = useSaving()
  const replaced = useRef(new Map<number, readonly StoredDraft[]>())
  const restore = useLatestCallback((drafts: readonly StoredDraft[]) => {
    for (const one of drafts) restoreDraft(saving, one)
  })
  useEffect(
    () =>
      watchUndo(({ project: where, operation, state }) => {
        if (where === project && state === 'undone') restore(replaced.current.get(operation) ?? [])
      }),
    [project, restore],
  )
  return {
    note: ({ operationId, replaced: drafts }: SavedTexts) => {
      if (operationId !== null) replaced.current.set(operationId, drafts)
    },
    /** Returns the action *Undo* of a notice if only drafts were changed. */
    undoOf: ({ operationId, replaced: drafts }: SavedTexts): readonly ToastAction[] =>
      operationId === null && drafts.length > 0 ? [undoAction(t('undo'), () => restore(drafts))] : [],
  }
}

export type GridActions = ReturnType<typeof useGridActions>

/** Pasting, copying, clearing and undoing in the grid; and the texts that the last paste left out. */
export function useGridActions({ project, languages, rules, rows }: Parts) {
  const { t } = useTranslation('keys')
  const undoToast = useUndoToast(project.slug)
  const { saveAll, stack, undoOfDrafts } = useSavedCells(project.slug)
  const access = useAccess()
  const refusalOf: RefusalOf = ({ key }, language) =>
    access.onText('translations.save', { language, namespace: key.namespace })
  const pasteMarks = usePasteMarks(project.slug)
  const { dropMarks, leftOutAt } = pasteMarks
  const saving = useSaving()
  const shownIn: PasteTarget['shownIn'] = (row, language) => {
    const shown = shownText(saving, { row, language, project: project.slug })
    const leftOut = leftOutAt(row.key.id, language)
    if (shown === null || leftOut === undefined) return shown
    // The person has not seen a text that someone else has saved since: the cell shows why theirs was left out.
    const { forms, base, baseVersion } = leftOut
    return { ...shown, forms, base, baseVersion, isLeftOut: true }
  }
  const pasted = usePaste({
    project,
    languages,
    rules,
    rows,
    saveAll,
    refusalOf,
    shownIn,
    pasteMarks,
    undoOfDrafts,
  })
  const { loadRange, copy, copyLater } = useRanges({ languages, rows, shownIn })

  async function clear(range: CellRange): Promise<void> {
    const rowAt = await loadRange(range)
    if (rowAt === null) return
    const { texts, refusal } = textsToClear(range, { languages, rowAt, refusalOf, shownIn })
    const end = texts.length === 0 ? null : await saveAll(texts, { requireChecks: false })
    if (end?.kind !== 'failed') dropMarks(cellsOf(range, { languages, rowAt }))
    if (end === null && refusal !== null) showToast(refusal)
    if (end?.kind !== 'saved') return
    const cleared = t('cleared', { count: end.saved.length + end.waiting })
    undoToast(
      refusal === null ? cleared : `${cleared} ${refusal}`,
      end.operationId === null ? null : { id: end.operationId },
      { others: undoOfDrafts(end) },
    )
  }

  return {
    ...pasted,
    clear,
    copy,
    copyLater,
    noteOperation: stack.note,
    undoLast: stack.undoLast,
  }
}

/** Why a text cannot be changed; null: it can. */
type RefusalOf = (row: GridRow, language: string) => string | null

type PasteParts = Parts & {
  readonly refusalOf: RefusalOf
  readonly shownIn: PasteTarget['shownIn']
  readonly pasteMarks: ReturnType<typeof usePasteMarks>
} & Pick<ReturnType<typeof useSavedCells>, 'saveAll' | 'undoOfDrafts'>

/** Pasting; how the cells of the last paste are marked, and the texts that it left out. */
function usePaste({ pasteMarks, saveAll, undoOfDrafts, ...parts }: PasteParts) {
  const { project, languages, rules, rows, refusalOf, shownIn } = parts
  const { t } = useTranslation('keys')
  const formats = useFormats()
  const loadRows = useLoadedRows(rows)
  const showFailure = useFailureToast()
  const { last, markPaste, clearMarks, openList, ...marked } = pasteMarks
  const reportPaste = useReportPaste(project.slug, openList)

  async function paste(text: string, at: Position): Promise<void> {
    const cells = parseTsv(text)
    const size = cells.reduce((sum, line) => sum + line.length, 0)
    if (size > CELLS_AT_MOST)
      return showToast(t('paste.tooMany', { limit: formats.number(CELLS_AT_MOST) }), {
        tone: 'problem',
      })
    const into = { first: at.row, last: at.row + cells.length - 1 }
    const rowAt = await loadRows(into.first, into.last)
    if (rowAt === null) return
    const column = at.column - FIRST_TEXT_COLUMN
    const plan = planPaste(cells, { row: at.row, column, languages, rules, rowAt, refusalOf, shownIn })
    const [refused] = plan.refused
    if (plan.texts.length === 0) return refused === undefined ? undefined : showToast(refused.refusal)
    const end = await saveAll(plan.texts, { requireChecks: true })
    if (end.kind === 'failed') return
    if (end.kind === 'queued') return clearMarks()
    const allLeftOut = [...end.leftOut, ...plan.refused.map(asLeftOut)]
    markPaste({ ...into, operationId: end.operationId }, plan.texts, allLeftOut)
    reportPaste(plan, {
      saved: end.saved.length + end.waiting,
      leftOut: allLeftOut.length,
      operationId: end.operationId,
      others: undoOfDrafts(end),
    })
  }

  /** Returns the row of a text that was left out; null if it is not in the list any more, which is reported. */
  async function findLeftOut(keyId: number): Promise<number | null> {
    try {
      // Rows that were saved can have left the list, and others can be new in it: it is at its old place or near.
      const row = await rows.findRow(keyId, last.first, last.last)
      if (row >= 0) return row
      showToast(t('paste.notInList'), { tone: 'problem' })
    } catch (error) {
      showFailure(error)
    }
    return null
  }

  return { ...marked, paste, findLeftOut }
}

/** Loading and copying of ranges. */
function useRanges({
  languages,
  rows,
  shownIn,
}: Pick<Parts, 'languages' | 'rows'> & Pick<PasteTarget, 'shownIn'>) {
  const { t } = useTranslation(['keys', 'common'])
  const formats = useFormats()
  const loadRows = useLoadedRows(rows)

  /** Returns the rows of a range; null if there are too many or that failed, which is reported. */
  async function loadRange({ top, bottom, first, last }: CellRange): Promise<RowAt | null> {
    if ((bottom - top + 1) * (last - first + 1) <= CELLS_AT_MOST) return loadRows(top, bottom)
    showToast(t('keys:tooManyCells', { limit: formats.number(CELLS_AT_MOST) }), { tone: 'problem' })
    return null
  }

  return {
    loadRange,
    /** Returns the texts of a range; null if they have to be loaded first. */
    copy: (range: CellRange) => {
      const rowAt = rows.loadedRows(range.top, range.bottom)
      return rowAt === null ? null : copiedText(range, { languages, rowAt, shownIn })
    },
    /** Copies a range that is not loaded yet. Returns false if that failed, which is reported. */
    async copyLater(range: CellRange): Promise<boolean> {
      const rowAt = await loadRange(range)
      if (rowAt === null) return false
      const isCopied = await writeClipboard(copiedText(range, { languages, rowAt, shownIn }))
      if (isCopied) showToast(t('common:copied'))
      else showToast(t('common:notCopied'), { tone: 'problem' })
      return isCopied
    },
  }
}

type PasteResult = {
  /** Numbers of texts. */
  readonly saved: number
  readonly leftOut: number
  readonly operationId: number | null
  readonly others: readonly ToastAction[]
}

/** Returns a function that reports a paste, with buttons to show what was left out, and to undo it. */
function useReportPaste(project: string, onShow: () => void) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  const undoToast = useUndoToast(project)
  return ({ texts, outside }: PastePlan, { saved, leftOut, operationId, others }: PasteResult) => {
    const into = [...new Set(texts.map(({ language }) => formats.languageName(language)))]
    const sentences = [
      t('paste.done', { count: saved, languages: formats.list(into) }),
      ...(leftOut === 0 ? [] : [t('paste.leftOut', { count: leftOut })]),
      ...(outside === 0 ? [] : [t('paste.outside', { count: outside })]),
    ]
    const show: ToastAction = {
      label: t('paste.show'),
      run: onShow,
      keepsNotice: true,
      isUndo: false,
    }
    undoToast(sentences.join(' '), operationId === null ? null : { id: operationId }, {
      others: leftOut === 0 ? others : [show, ...others],
    })
  }
}

/** Returns the result that the server would have sent. */
function asLeftOut(text: PastePlan['refused'][number]): LeftOutText {
  return { ...text, code: 'not-allowed', issues: [], current: null }
}
