import type { GridRow, TranslationReply } from '@dragoman/contract'
import { type FormName, type Forms, hasText, normalizeForms, sameForms } from '@dragoman/core'
import { useState } from 'react'
import { useAccess } from '../../../lib/access/access.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { type Conflict, conflictOf } from '../../../lib/saving/conflict.ts'
import type { Draft } from '../../../lib/saving/draft-store.ts'
import { saveId } from '../../../lib/saving/pending-save-store.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { type ProjectRules, translationOf, withPending } from './cell-text.ts'

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
  readonly rules: ProjectRules
  readonly rowAt: (index: number) => GridRow | undefined
}

/**
 * Edits one cell at a time. Every key press is stored in the browser, in the same drafts as the editor's;
 * saves use the same queue, so that they survive a lost connection.
 */
export function useCellEditing({ project, rules, rowAt }: Parts): CellEditing {
  const [edit, setEdit] = useState<CellEdit | null>(null)
  const { drafts, saver } = useSaving()
  const access = useAccess()

  const addressOf = (at: { readonly keyId: number; readonly language: string }): StringAddress => ({
    project,
    language: at.language,
    keyId: at.keyId,
  })

  /** Returns the text of the open cell without the draft; null if its row is no longer in the list. */
  function savedText(
    at: CellEdit,
  ): { readonly saved: TranslationReply; readonly shown: TranslationReply } | null {
    const row = rowAt(at.index)
    const saved = row?.key.id === at.keyId ? translationOf(row, at.language) : null
    if (row === undefined || saved === null) return null
    return {
      saved,
      shown: withPending(row, saved, { pending: pendingFor(saver.queue.get(), addressOf(at)), rules }),
    }
  }

  const texts = edit === null ? null : savedText(edit)
  const draft = edit === null ? null : drafts.read(addressOf(edit))
  const conflict = draft === null || texts === null ? null : conflictOf(draft, texts.saved)

  function send(
    at: CellEdit,
    save: { readonly forms: Forms; readonly base: Forms; readonly baseVersion: number },
  ): void {
    const forms = normalizeForms(save.forms)
    saver.save({
      ...addressOf(at),
      ...save,
      forms,
      state: hasText(forms) ? 'translated' : null,
      id: saveId(),
      keyName: at.keyName,
    })
    drafts.discard(addressOf(at))
  }

  return {
    edit,
    conflict,
    begin: ({ forms, ...at }) => {
      const row = rowAt(at.index)
      const { language } = at
      const translation = row === undefined ? null : translationOf(row, language)
      if (row === undefined || translation === null) return false
      const refusal = access.onText('translations.save', { language, namespace: row.key.namespace })
      if (refusal !== null) {
        showToast(refusal)
        return false
      }
      const address = addressOf({ keyId: row.key.id, language })
      const draftBefore = drafts.read(address)
      const shown = withPending(row, translation, { pending: pendingFor(saver.queue.get(), address), rules })
      setEdit({
        ...at,
        keyId: row.key.id,
        keyName: `${row.key.namespace}:${row.key.name}`,
        forms: forms ?? draftBefore?.forms ?? shown.forms,
        draftBefore,
      })
      return true
    },
    setForm: (form, text) => {
      if (edit === null) return
      const forms = { ...edit.forms, [form]: text }
      setEdit({ ...edit, forms })
      const { draftBefore } = edit
      const base = draft ?? draftBefore
      if (texts !== null && draftBefore === null && sameForms(forms, texts.shown.forms))
        return drafts.discard(addressOf(edit))
      drafts.write(addressOf(edit), {
        forms,
        base: base?.base ?? texts?.shown.forms ?? {},
        baseVersion: base?.baseVersion ?? texts?.saved.version ?? 0,
        at: Date.now(),
        failure: null,
        keyName: edit.keyName,
      })
    },
    commit: () => {
      if (edit === null) return true
      if (conflict !== null) return false
      setEdit(null)
      if (texts === null) return true // the row is no longer in the list: the draft stays in this browser
      const { shown, saved } = texts
      if (sameForms(normalizeForms(edit.forms), shown.forms)) drafts.discard(addressOf(edit))
      else
        send(edit, {
          forms: edit.forms,
          base: draft?.base ?? shown.forms,
          baseVersion: draft?.baseVersion ?? saved.version,
        })
      return true
    },
    cancel: () => {
      if (edit === null) return
      setEdit(null)
      if (edit.draftBefore === null) drafts.discard(addressOf(edit))
      else drafts.write(addressOf(edit), edit.draftBefore)
    },
    resolve: (forms) => {
      if (edit === null || texts === null) return
      setEdit(null)
      const { saved } = texts
      if (sameForms(normalizeForms(forms), saved.forms)) drafts.discard(addressOf(edit))
      else send(edit, { forms, base: saved.forms, baseVersion: saved.version })
    },
  }
}
