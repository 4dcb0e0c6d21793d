import type { GridRow, ProjectReply, TranslationReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import type { Position } from '../../../lib/list/position-after-key.ts'
import { showToast, type ToastAction, undoAction } from '../../../lib/notices/toast.ts'
import type { SaveEnd } from '../../../lib/saving/create-saving.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndo } from '../../../lib/server/undo.ts'
import { shownForm } from '../../../lib/text/shown-form.ts'
import { leftOutReason } from '../bulk/left-out-reason.ts'
import { type BulkText, type LeftOutText, useBulkTexts } from '../bulk/use-bulk-texts.ts'
import { useUndoStack } from '../bulk/use-undo-stack.ts'
import { translationOf } from '../cell/cell-text.ts'
import { keyQueries } from '../queries.ts'
import type { CellMark } from './GridRowView.tsx'
import { type CellRange, FIRST_TEXT_COLUMN } from './grid-range.ts'
import { type PastePlan, planPaste } from './paste-plan.ts'
import { formatTsv, parseTsv } from './tsv.ts'
import { type KeysPage, withTranslations } from './update-rows.ts'

/** Maximum texts of one paste (docs/specification.md §9). */
const PASTED_AT_MOST = LIMITS.bulkKeysMax

type Parts = {
  readonly project: ProjectReply
  readonly languages: readonly string[]
  readonly rowAt: (index: number) => GridRow | undefined
  /** Loads rows outside of the viewport, which pasting can reach. */
  readonly loadRows: (first: number, last: number) => Promise<(index: number) => GridRow | undefined>
}

const NO_MARKS: ReadonlyMap<string, CellMark> = new Map()

/** Pasting, copying, clearing and undoing in the grid; and the texts that the last paste left out. */
export function useGridActions({ project, languages, rowAt, loadRows }: Parts) {
  const { t } = useTranslation(['keys', 'issues', 'common'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const saving = useSaving()
  const bulk = useBulkTexts(project.slug)
  const undo = useUndo(project.slug)
  const access = useAccess()
  const stack = useUndoStack(project.slug)
  const [marks, setMarks] = useState(NO_MARKS)
  const [leftOut, setLeftOut] = useState<readonly LeftOutText[]>([])
  const [isListOpen, setIsListOpen] = useState(false)

  const onEnd = useRef(noteEnd)
  onEnd.current = noteEnd
  useEffect(() => saving.onEnd((end) => onEnd.current(end)), [saving])

  /**
   * Shows the saved text before the save leaves the queue, so that a cell never flashes back to its old text.
   */
  function noteEnd({ save, outcome }: SaveEnd): void {
    if (save.project !== project.slug) return
    if (outcome.kind === 'done') place([outcome.translation])
    else if (outcome.kind === 'stale') {
      place([outcome.current])
      showToast(t('keys:edit.cameBackStale'), { tone: 'problem' })
    } else showToast(t('keys:edit.cameBack', { reason: failureText(outcome.error) }), { tone: 'problem' })
  }

  function place(saved: readonly TranslationReply[]): void {
    client.setQueriesData<KeysPage>({ queryKey: keyQueries.all(project.slug) }, (page) =>
      page === undefined || !('rows' in page) ? page : withTranslations(page, saved),
    )
  }

  function refusalOf({ key }: GridRow, language: string): string | null {
    return access.onText('translations.save', { language, namespace: key.namespace })
  }

  async function saveAll(texts: readonly BulkText[], { requireChecks }: { readonly requireChecks: boolean }) {
    const end = await bulk.save(texts, { requireChecks })
    if (end.kind === 'failed') showToast(failureText(end.error), { tone: 'problem' })
    if (end.kind === 'queued') showToast(t('keys:paste.queued', { count: end.count }))
    if (end.kind !== 'saved') return null
    place([...end.saved, ...end.leftOut.flatMap(({ current }) => current ?? [])])
    stack.note(end.operationId)
    void client.invalidateQueries({
      queryKey: projectKey(project.slug),
      predicate: ({ queryKey }) => queryKey[2] !== 'keys',
    })
    return end
  }

  async function paste(text: string, at: Position): Promise<void> {
    clearMarks()
    const cells = parseTsv(text)
    const size = cells.reduce((sum, line) => sum + line.length, 0)
    if (size > PASTED_AT_MOST)
      return showToast(t('keys:paste.tooMany', { limit: formats.number(PASTED_AT_MOST) }), {
        tone: 'problem',
      })
    const loaded = await loadRows(at.row, at.row + cells.length - 1)
    const { texts, refused, outside } = planPaste(cells, {
      row: at.row,
      column: at.column - FIRST_TEXT_COLUMN,
      languages,
      rowAt: loaded,
      refusalOf,
    })
    if (texts.length === 0) {
      if (refused[0] !== undefined) showToast(refused[0].refusal)
      return
    }
    const end = await saveAll(texts, { requireChecks: true })
    if (end === null) return
    const allLeftOut = [...end.leftOut, ...refused.map(asLeftOut)]
    const out = new Map(allLeftOut.map((one) => [`${one.keyId} ${one.language}`, one]))
    setMarks(
      new Map(
        [...texts, ...refused].map(({ keyId, language }): [string, CellMark] => {
          const one = out.get(`${keyId} ${language}`)
          const mark: CellMark =
            one === undefined
              ? { kind: 'pasted' }
              : { kind: 'left-out', reason: leftOutReason(one, t), forms: one.forms }
          return [`${keyId} ${language}`, mark]
        }),
      ),
    )
    setLeftOut(allLeftOut)
    const into = [...new Set(texts.map(({ language }) => language))].map((tag) => formats.languageName(tag))
    const sentences = [
      t('keys:paste.done', { count: end.saved.length, languages: formats.list(into) }),
      ...(allLeftOut.length === 0 ? [] : [t('keys:paste.leftOut', { count: allLeftOut.length })]),
      ...(outside === 0 ? [] : [t('keys:paste.outside', { count: outside })]),
    ]
    const { operationId } = end
    const show: ToastAction = {
      label: t('keys:paste.show'),
      run: () => setIsListOpen(true),
      keepsNotice: true,
    }
    showToast(sentences.join(' '), {
      actions: [
        ...(allLeftOut.length === 0 ? [] : [show]),
        ...(operationId === null
          ? []
          : [{ label: t('common:undo'), run: () => void undo(operationId).then(clearMarks) }]),
      ],
    })
  }

  async function clear(range: CellRange): Promise<void> {
    clearMarks()
    const texts: BulkText[] = []
    let refused: string | null = null
    for (const { row, language } of cellsOf(range)) {
      const translation = translationOf(row, language)
      if (translation === null || translation.state === 'untranslated') continue
      const refusal = refusalOf(row, language)
      if (refusal === null)
        texts.push({ keyId: row.key.id, language, forms: {}, baseVersion: translation.version })
      else refused ??= refusal
    }
    if (texts.length === 0) {
      if (refused !== null) showToast(refused)
      return
    }
    const end = await saveAll(texts, { requireChecks: false })
    if (end === null) return
    const { operationId } = end
    const cleared = t('keys:cleared', { count: end.saved.length })
    showToast(refused === null ? cleared : `${cleared} ${refused}`, {
      ...(operationId === null ? {} : { action: undoAction(t('common:undo'), () => void undo(operationId)) }),
    })
  }

  function copy(range: CellRange): string {
    const lines: string[][] = []
    for (let index = range.top; index <= range.bottom; index++) {
      const row = rowAt(index)
      lines.push(
        languages
          .slice(range.first - FIRST_TEXT_COLUMN, range.last - FIRST_TEXT_COLUMN + 1)
          .map((language) => (row === undefined ? '' : shownForm(translationOf(row, language)?.forms ?? {}))),
      )
    }
    return formatTsv(lines)
  }

  function* cellsOf(range: CellRange): Generator<{ readonly row: GridRow; readonly language: string }> {
    for (let index = range.top; index <= range.bottom; index++) {
      const row = rowAt(index)
      if (row === undefined) continue
      for (const language of languages.slice(
        range.first - FIRST_TEXT_COLUMN,
        range.last - FIRST_TEXT_COLUMN + 1,
      ))
        yield { row, language }
    }
  }

  function clearMarks(): void {
    setMarks(NO_MARKS)
    setLeftOut([])
    setIsListOpen(false)
  }

  return {
    marks,
    clearMarks,
    leftOut,
    isListOpen,
    closeList: () => setIsListOpen(false),
    paste,
    clear,
    copy,
    isBusy: bulk.isBusy,
    noteOperation: stack.note,
    undoLast: () => {
      clearMarks()
      stack.undoLast()
    },
  }
}

/** Returns the result that the server would have sent. */
function asLeftOut({ keyId, language, forms, refusal }: PastePlan['refused'][number]): LeftOutText {
  return { keyId, language, code: 'not-allowed', issues: [], current: null, forms, refusal }
}
