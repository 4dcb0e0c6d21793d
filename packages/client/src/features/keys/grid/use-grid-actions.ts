import type { GridRow, ProjectReply, TranslationReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import type { Position } from '../../../lib/list/position-after-key.ts'
import { showToast, type ToastAction } from '../../../lib/notices/toast.ts'
import { writeClipboard } from '../../../lib/notices/use-copy.ts'
import type { SaveEnd } from '../../../lib/saving/create-saving.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useFailureText, useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import type { TextRules } from '../../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { leftOutReason } from '../bulk/left-out-reason.ts'
import { type BulkText, type LeftOutText, useBulkTexts } from '../bulk/use-bulk-texts.ts'
import { useUndoStack } from '../bulk/use-undo-stack.ts'
import { keyQueries } from '../queries.ts'
import type { CellMark } from './GridRowView.tsx'
import { type CellRange, FIRST_TEXT_COLUMN } from './grid-range.ts'
import { type PastePlan, planPaste } from './paste-plan.ts'
import { copiedText, textsToClear } from './range-texts.ts'
import { parseTsv } from './tsv.ts'
import { type KeysPage, withTranslations } from './update-rows.ts'
import type { GridRows, RowAt } from './use-grid-rows.ts'
import { useLoadedRows } from './use-loaded-rows.ts'

/** Maximum cells that are pasted, copied or cleared together (docs/specification.md §9). */
const CELLS_AT_MOST = LIMITS.bulkKeysMax

type Parts = {
  readonly project: ProjectReply
  readonly languages: readonly string[]
  readonly rules: TextRules
  /** Rows outside of the viewport are loaded when an action reaches them. */
  readonly rows: Pick<GridRows, 'loadRows' | 'loadedRows' | 'findRow'>
}

const NO_MARKS: ReadonlyMap<string, CellMark> = new Map()
/** Texts that the last paste left out, and the rows into which it was pasted. */
type LeftOut = { readonly texts: readonly LeftOutText[]; readonly first: number; readonly last: number }
const NONE_LEFT_OUT: LeftOut = { texts: [], first: 0, last: 0 }

/** Saves texts of the grid, and shows them as they are saved. */
function useSavedCells(project: string) {
  const { t } = useTranslation('keys')
  const failureText = useFailureText()
  const client = useQueryClient()
  const saving = useSaving()
  const bulk = useBulkTexts(project)
  const stack = useUndoStack(project)

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

  /** Returns null if nothing was saved yet, which is reported. */
  async function saveAll(texts: readonly BulkText[], options: { readonly requireChecks: boolean }) {
    const end = await bulk.save(texts, options)
    if (end.kind === 'failed') showToast(failureText(end.error), { tone: 'problem' })
    if (end.kind === 'queued') showToast(t('paste.queued', { count: end.count }))
    if (end.kind !== 'saved') return null
    place([...end.saved, ...end.leftOut.flatMap(({ current }) => current ?? [])])
    stack.note(end.operationId)
    void client.invalidateQueries({
      queryKey: projectKey(project),
      predicate: ({ queryKey }) => queryKey[2] !== 'keys',
    })
    return end
  }
  return { saveAll, stack }
}

export type GridActions = ReturnType<typeof useGridActions>

/** Pasting, copying, clearing and undoing in the grid; and the texts that the last paste left out. */
export function useGridActions({ project, languages, rules, rows }: Parts) {
  const { t } = useTranslation('keys')
  const undoToast = useUndoToast(project.slug)
  const { saveAll, stack } = useSavedCells(project.slug)
  const access = useAccess()
  const refusalOf: RefusalOf = ({ key }, language) =>
    access.onText('translations.save', { language, namespace: key.namespace })
  const { paste, clearMarks, ...pasted } = usePaste({
    project,
    languages,
    rules,
    rows,
    saveAll,
    refusalOf,
  })
  const { loadRange, copy, copyLater } = useRanges({ languages, rows })

  async function clear(range: CellRange): Promise<void> {
    clearMarks()
    const rowAt = await loadRange(range)
    if (rowAt === null) return
    const { texts, refusal } = textsToClear(range, { languages, rowAt, refusalOf })
    if (texts.length === 0) return refusal === null ? undefined : showToast(refusal)
    const end = await saveAll(texts, { requireChecks: false })
    if (end === null) return
    const cleared = t('cleared', { count: end.saved.length })
    undoToast(
      refusal === null ? cleared : `${cleared} ${refusal}`,
      end.operationId === null ? null : { id: end.operationId },
    )
  }

  return {
    ...pasted,
    paste,
    clear,
    copy,
    copyLater,
    clearMarks,
    noteOperation: stack.note,
    undoLast: () => {
      clearMarks()
      stack.undoLast()
    },
  }
}

/** Why a text cannot be changed; null: it can. */
type RefusalOf = (row: GridRow, language: string) => string | null

type PasteParts = Parts & {
  readonly saveAll: ReturnType<typeof useSavedCells>['saveAll']
  readonly refusalOf: RefusalOf
}

/** Pasting; how the cells of the last paste are marked, and the texts that it left out. */
function usePaste({ project, languages, rules, rows, saveAll, refusalOf }: PasteParts) {
  const { t } = useTranslation(['keys', 'issues'])
  const formats = useFormats()
  const loadRows = useLoadedRows(rows)
  const showFailure = useFailureToast()
  const [marks, setMarks] = useState(NO_MARKS)
  const [leftOut, setLeftOut] = useState(NONE_LEFT_OUT)
  const [isListOpen, setIsListOpen] = useState(false)

  const clearMarks = () => {
    setMarks(NO_MARKS)
    setLeftOut(NONE_LEFT_OUT)
    setIsListOpen(false)
  }
  const reportPaste = useReportPaste(project.slug, {
    onShow: () => setIsListOpen(true),
    onUndone: clearMarks,
  })

  async function paste(text: string, at: Position): Promise<void> {
    clearMarks()
    const cells = parseTsv(text)
    const size = cells.reduce((sum, line) => sum + line.length, 0)
    if (size > CELLS_AT_MOST)
      return showToast(t('paste.tooMany', { limit: formats.number(CELLS_AT_MOST) }), {
        tone: 'problem',
      })
    const last = at.row + cells.length - 1
    const rowAt = await loadRows(at.row, last)
    if (rowAt === null) return
    const column = at.column - FIRST_TEXT_COLUMN
    const plan = planPaste(cells, { row: at.row, column, languages, rules, rowAt, refusalOf })
    const [refused] = plan.refused
    if (plan.texts.length === 0) return refused === undefined ? undefined : showToast(refused.refusal)
    const end = await saveAll(plan.texts, { requireChecks: true })
    if (end === null) return
    const allLeftOut = [...end.leftOut, ...plan.refused.map(asLeftOut)]
    setMarks(marksAfter(plan, allLeftOut, (one) => leftOutReason(one, t)))
    setLeftOut({ texts: allLeftOut, first: at.row, last })
    reportPaste(plan, { saved: end.saved.length, leftOut: allLeftOut.length, operationId: end.operationId })
  }

  /** Returns the row of a text that was left out; null if it is not in the list any more, which is reported. */
  async function findLeftOut(keyId: number): Promise<number | null> {
    try {
      // Rows that were saved can have left the list, and others can be new in it: it is at its old place or near.
      const row = await rows.findRow(keyId, leftOut.first, leftOut.last)
      if (row >= 0) return row
      showToast(t('paste.notInList'), { tone: 'problem' })
    } catch (error) {
      showFailure(error)
    }
    return null
  }

  return {
    paste,
    marks,
    clearMarks,
    leftOut: leftOut.texts,
    isListOpen,
    closeList: () => setIsListOpen(false),
    findLeftOut,
  }
}

/** Loading and copying of ranges. */
function useRanges({ languages, rows }: Pick<Parts, 'languages' | 'rows'>) {
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
      return rowAt === null ? null : copiedText(range, { languages, rowAt })
    },
    /** Copies a range that is not loaded yet. Returns false if that failed, which is reported. */
    async copyLater(range: CellRange): Promise<boolean> {
      const rowAt = await loadRange(range)
      if (rowAt === null) return false
      const isCopied = await writeClipboard(copiedText(range, { languages, rowAt }))
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
}

/** Returns a function that reports a paste, with buttons to show what was left out, and to undo it. */
function useReportPaste(
  project: string,
  { onShow, onUndone }: { readonly onShow: () => void; readonly onUndone: () => void },
) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  const undoToast = useUndoToast(project)
  return ({ texts, outside }: PastePlan, { saved, leftOut, operationId }: PasteResult) => {
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
      onUndone,
      others: leftOut === 0 ? [] : [show],
    })
  }
}

/** Returns how each cell of a paste is marked. */
function marksAfter(
  { texts, refused }: PastePlan,
  leftOut: readonly LeftOutText[],
  reasonOf: (text: LeftOutText) => string,
): ReadonlyMap<string, CellMark> {
  const out = new Map(leftOut.map((one) => [`${one.keyId} ${one.language}`, one]))
  return new Map(
    [...texts, ...refused].map(({ keyId, language }): [string, CellMark] => {
      const cell = `${keyId} ${language}`
      const one = out.get(cell)
      if (one === undefined) return [cell, { kind: 'pasted' }]
      return [cell, { kind: 'left-out', reason: reasonOf(one), forms: one.forms }]
    }),
  )
}

/** Returns the result that the server would have sent. */
function asLeftOut({ keyId, keyName, language, forms, refusal }: PastePlan['refused'][number]): LeftOutText {
  return { keyId, keyName, language, code: 'not-allowed', issues: [], current: null, forms, refusal }
}
