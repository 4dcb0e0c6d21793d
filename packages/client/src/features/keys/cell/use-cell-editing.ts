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
import { stringOf, translationOf } from './cell-text.ts'

/** The cell that is open for editing. */
export type CellEdit = {
  readonly index: number
  readonly column: number
  readonly keyId: number
  readonly language: string
  /** As it is shown, for lists of unsaved texts. */
  readonly keyName: string
  readonly forms: Forms
  /** Opened by typing a letter: the existing text is selected and replaced. */
  readonly isReplacing: boolean
  /** The previous draft; Escape restores it. */
  readonly draftBefore: Draft | null
}

export type CellToOpen = Pick<CellEdit, 'index' | 'column' | 'language' | 'isReplacing'> & {
  /** A pasted text that was left out, to be fixed. */
  readonly forms?: Forms | undefined
}

export type CellEditing = {
  readonly edit: CellEdit | null
  /**
   * Opens a cell. Returns false if its row is not loaded, or if the person cannot save there, which is then
   * announced.
   */
  readonly begin: (at: CellToOpen) => boolean
  readonly setForm: (form: FormName, text: string) => void
  /**
   * Saves what was typed and closes the cell. Returns false if a conflict has to be resolved first; the cell
   * then stays open.
   */
  readonly commit: () => boolean
  /** Closes the cell and restores the old text. */
  readonly cancel: () => void
  /** Saves the chosen text over someone else's concurrent save, and closes the cell. */
  readonly resolve: (forms: Forms) => void
  readonly conflict: Conflict | null
}

type Parts = {
  readonly project: string
  readonly rules: TextRules
  readonly rowAt: (index: number) => GridRow | undefined
}

const NOTHING = { forms: {}, version: 0 }

/**
 * Edits one cell at a time. Every key press is stored in the browser, in the same drafts as the editor's;
 * saves use the same queue, so that they survive a lost connection.
 */
export function useCellEditing({ project, rules, rowAt }: Parts): CellEditing {
  const [edit, setEdit] = useState<CellEdit | null>(null)
  const saving = useSaving()
  const access = useAccess()
  const { addressOf, shownIn, saved, shown, draft } = useTextOfCell(edit, { project, rules, rowAt })
  const conflict = draft === null || saved === null ? null : conflictOf(draft, saved)
  const textOf = ({ keyName, ...at }: CellEdit, basedOn: Draft | null) =>
    editText(saving, {
      address: addressOf(at),
      keyName,
      saved: saved ?? NOTHING,
      shown: shown ?? NOTHING,
      draft: basedOn,
    })

  function begin({ forms, ...at }: CellToOpen): boolean {
    const opened = rowAt(at.index)
    const { language } = at
    const translation = opened === undefined ? null : translationOf(opened, language)
    if (opened === undefined || translation === null) return false
    const { id, namespace, name } = opened.key
    const refusal = access.onText('translations.save', { language, namespace })
    if (refusal !== null) {
      showToast(refusal)
      return false
    }
    const draftBefore = saving.drafts.read(addressOf({ keyId: id, language }))
    setEdit({
      ...at,
      keyId: id,
      keyName: `${namespace}:${name}`,
      forms: forms ?? draftBefore?.forms ?? shownIn(opened, translation).forms,
      draftBefore,
    })
    return true
  }

  return {
    edit,
    conflict,
    begin,
    setForm: (form, text) => {
      if (edit === null) return
      const forms = { ...edit.forms, [form]: text }
      setEdit({ ...edit, forms })
      const typed = textOf(edit, draft ?? edit.draftBefore)
      if (shown !== null && edit.draftBefore === null && sameForms(forms, shown.forms)) typed.discard()
      else typed.write(forms)
    },
    commit: () => {
      if (edit === null) return true
      if (conflict !== null) return false
      setEdit(null)
      if (shown === null) return true // the draft stays in this browser
      const typed = textOf(edit, draft)
      if (sameForms(edit.forms, shown.forms)) typed.discard()
      else typed.save(edit.forms)
      return true
    },
    cancel: () => {
      if (edit === null) return
      setEdit(null)
      if (edit.draftBefore === null) textOf(edit, null).discard()
      else saving.drafts.write(addressOf(edit), edit.draftBefore)
    },
    resolve: (forms) => {
      if (edit === null || saved === null) return
      setEdit(null)
      textOf(edit, draft).saveOver(forms)
    },
  }
}

/** Returns the text of the open cell: as saved, as shown, and as typed before; each null if there is none. */
function useTextOfCell(edit: CellEdit | null, { project, rules, rowAt }: Parts) {
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
  const row = edit === null ? undefined : rowAt(edit.index)
  // Null: the row is no longer in the list.
  const saved = edit !== null && row?.key.id === edit.keyId ? translationOf(row, edit.language) : null
  const shown = row === undefined || saved === null ? null : shownIn(row, saved)
  const draft = edit === null ? null : saving.drafts.read(addressOf(edit))
  return { addressOf, shownIn, saved, shown, draft }
}
