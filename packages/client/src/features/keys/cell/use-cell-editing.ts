import type { GridRow, TranslationReply } from '@dragoman/contract'
import { type FormName, type Forms, sameForms } from '@dragoman/core'
import { useState } from 'react'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { type Conflict, conflictOf } from '../../../lib/saving/conflict.ts'
import type { Draft } from '../../../lib/saving/draft-store.ts'
import { editText } from '../../../lib/saving/edit-text.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { type TextRules, withPending } from '../../../lib/text/text-rules.ts'
import type { LeftOutText } from '../bulk/use-bulk-texts.ts'
import { stringOf, translationOf } from './cell-text.ts'

/** The cell that is open for editing. */
export type CellEdit = {
  /** Index of the row, which changes with the rows above it; the last one if the row has left the list. */
  readonly index: number
  /** The row as last loaded: a saved text can leave a filtered list while it is edited again. */
  readonly row: GridRow
  readonly column: number
  readonly keyId: number
  readonly language: string
  /** As it is shown, for lists of unsaved texts. */
  readonly keyName: string
  readonly forms: Forms
  /** The text that the person saw before typing: what is typed changes this one, not one that was saved later. */
  readonly seen: SeenText
  /** Opened by typing a letter: the existing text is selected and replaced. */
  readonly isReplacing: boolean
  /** The text with which the cell was opened. */
  readonly openedWith: Forms
  /** The previous draft; Escape restores it. */
  readonly draftBefore: Draft | null
  /** The pasted text that was left out, with which the cell was opened to fix it. */
  readonly leftOut: LeftOutText | undefined
}

/** A text with pending saves, and the version that the server had then. */
type SeenText = { readonly forms: Forms; readonly version: number }

export type CellToOpen = Pick<CellEdit, 'index' | 'column' | 'language' | 'isReplacing' | 'leftOut'>

export type CellEditing = {
  readonly edit: CellEdit | null
  /**
   * Opens a cell. Returns false if its row is not loaded, or if the person cannot save there, which is then
   * announced.
   */
  readonly begin: (at: CellToOpen) => boolean
  readonly setForm: (form: FormName, text: string) => void
  /**
   * Saves the text and closes the cell. Returns false if a conflict has to be resolved first; the cell then stays
   * open.
   */
  readonly commit: () => boolean
  /**
   * Does the same for what was typed since the cell was opened. A draft, or a pasted text that was left out, stays a
   * draft: the person might only have looked at it.
   */
  readonly leave: () => void
  /** Closes the cell and restores the old text. */
  readonly cancel: () => void
  /** Saves the chosen text over someone else's concurrent save, and closes the cell. */
  readonly resolve: (forms: Forms) => void
  readonly conflict: Conflict | null
}

type Parts = {
  readonly project: string
  readonly rules: TextRules
  readonly rows: {
    readonly rowAt: (index: number) => GridRow | undefined
    /** Returns the index of a loaded row; -1 if there is none with that key. */
    readonly indexOf: (keyId: number) => number
  }
}

/**
 * Edits one cell at a time. Every key press is stored in the browser, in the same drafts as the editor's;
 * saves use the same queue, so that they survive a lost connection.
 */
export function useCellEditing({ project, rules, rows }: Parts): CellEditing {
  const texts = useCellTexts({ project, rules })
  const [edit, setEdit] = useEditThatFollows(rows, texts)
  const saving = useSaving()
  const access = useAccess()
  const { addressOf, seenIn } = texts
  const draft = edit === null ? null : saving.drafts.read(addressOf(edit))
  const current = edit === null ? null : texts.currentOf(edit)
  const conflict = draft === null || current === null ? null : conflictOf(draft, current.saved)

  function begin(at: CellToOpen): boolean {
    const opened = rows.rowAt(at.index)
    const { language, leftOut } = at
    const translation = opened === undefined ? null : translationOf(opened, language)
    if (opened === undefined || translation === null) return false
    const { id, namespace, name } = opened.key
    const refusal = access.onText('translations.save', { language, namespace })
    if (refusal !== null) {
      showToast(refusal)
      return false
    }
    const address = addressOf({ keyId: id, language })
    const draftBefore = saving.drafts.read(address)
    const seen = seenIn(opened, translation)
    const forms = leftOut?.forms ?? draftBefore?.forms ?? seen.forms
    // With the text that the person saw when pasting: another one that was saved since is a conflict.
    if (leftOut !== undefined) saving.drafts.write(address, draftOf(leftOut))
    const keyName = `${namespace}:${name}`
    setEdit({ ...at, row: opened, keyId: id, keyName, forms, seen, openedWith: forms, draftBefore })
    return true
  }

  function close(keepsDraft: boolean): boolean {
    if (edit === null || current === null) return true
    if (conflict !== null) return false
    setEdit(null)
    const typed = current.textOf(draft)
    const isUnchanged = draft === null && sameForms(edit.forms, edit.seen.forms)
    if (isUnchanged || sameForms(edit.forms, current.shown.forms)) typed.discard()
    else if (!keepsDraft || !sameForms(edit.forms, edit.openedWith)) typed.save(edit.forms)
    return true
  }

  return {
    edit,
    conflict,
    begin,
    setForm: (form, text) => {
      if (edit === null || current === null) return
      const forms = { ...edit.forms, [form]: text }
      setEdit({ ...edit, forms })
      const typed = current.textOf(draft ?? edit.draftBefore)
      if (edit.draftBefore === null && sameForms(forms, edit.seen.forms)) typed.discard()
      else typed.write(forms)
    },
    commit: () => close(false),
    leave: () => void close(true),
    cancel: () => {
      if (edit === null) return
      setEdit(null)
      if (edit.draftBefore === null) saving.drafts.discard(addressOf(edit))
      else saving.drafts.write(addressOf(edit), edit.draftBefore)
    },
    resolve: (forms) => {
      if (current === null) return
      setEdit(null)
      current.textOf(draft).saveOver(forms)
    },
  }
}

/**
 * Returns the open cell with its row as last loaded, also after rows above it were added or removed, or the
 * row has left the list, and with the row's newest text while nothing is typed; and a function to open another
 * cell.
 */
function useEditThatFollows({ rowAt, indexOf }: Parts['rows'], { addressOf, seenIn }: CellTexts) {
  const saving = useSaving()
  const state = useState<CellEdit | null>(null)
  const [edit, setEdit] = state
  if (edit === null) return state
  const index = indexOf(edit.keyId)
  const row = rowAt(index)
  const saved = row === undefined ? null : translationOf(row, edit.language)
  if (row === undefined || saved === null) return state
  const isTyped = !sameForms(edit.forms, edit.seen.forms) || saving.drafts.read(addressOf(edit)) !== null
  const seen = isTyped ? edit.seen : seenIn(row, saved)
  const hasOtherText = seen.version !== edit.seen.version || !sameForms(seen.forms, edit.seen.forms)
  if (hasOtherText) setEdit({ ...edit, index, row, seen, forms: seen.forms })
  else if (index !== edit.index || row !== edit.row) setEdit({ ...edit, index, row })
  return state
}

function draftOf({ forms, base, baseVersion, sourceVersion, madeWith, keyName }: LeftOutText): Draft {
  const at = Date.now()
  return { forms, base, baseVersion, sourceVersion, madeWith, at, failure: null, keyName }
}

type CellTexts = ReturnType<typeof useCellTexts>

/** Returns functions for the text of a cell: as saved, and as shown with pending saves. */
function useCellTexts({ project, rules }: Omit<Parts, 'rows'>) {
  const saving = useSaving()
  const addressOf = ({ keyId, language }: Pick<CellEdit, 'keyId' | 'language'>): StringAddress => ({
    project,
    language,
    keyId,
  })
  const shownIn = (row: GridRow, saved: TranslationReply) => {
    const address = addressOf({ keyId: row.key.id, language: saved.language })
    const pending = pendingFor(saving.saver.queue.get(), address)
    return withPending(stringOf(row, rules), saved, { pending, rules })
  }
  const seenIn = (row: GridRow, saved: TranslationReply): SeenText => ({
    forms: shownIn(row, saved).forms,
    version: saved.version,
  })
  const currentOf = ({ row, language, keyId, keyName, seen }: CellEdit) => {
    const saved = translationOf(row, language)
    if (saved === null) return null
    const shown = shownIn(row, saved)
    const address = addressOf({ keyId, language })
    const { sourceLanguage } = rules
    const source = translationOf(row, sourceLanguage) ?? { language: sourceLanguage, version: 0 }
    const textOf = (draft: Draft | null) => editText(saving, { address, keyName, saved, seen, source, draft })
    return { saved, shown, textOf }
  }
  return { addressOf, seenIn, currentOf }
}
