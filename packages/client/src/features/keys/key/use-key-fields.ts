import { type GridRow, isFailure, type KeyReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { useStore } from '../../../lib/use-store.ts'
import { keyMutations } from '../queries.ts'
import {
  editsOf,
  type FieldName,
  type FieldProblem,
  forgetProblems,
  keyEdits,
  NO_EDITS,
  newestOf,
  noteSaved,
  setProblem,
  setSaving,
  setTyped,
  type Typed,
  type TypedField,
} from './key-edits.ts'
import { saveInTurn } from './save-in-turn.ts'
import { type Unsaved, useReportUnsaved, useShownKey } from './use-report-unsaved.ts'

/** A value, or a change that also fits other values, such as those of a save that is not finished yet. */
type Edit<Value> = Value | ((before: Value) => Value)

/** What a field that people type into shows, and what it does with a text. */
export type FieldState = {
  readonly typed: Typed | null
  readonly problem: FieldProblem | undefined
  readonly isSaving: boolean
  /** Keeps a text until it is saved or discarded, also when the panel is closed. */
  readonly keep: (typed: Typed) => void
  /** Returns a text that could not be saved to its field, unless another one was typed since. */
  readonly giveBack: (typed: Typed) => void
  /** The text was saved or is not wanted. `only`: unless another one was typed since. */
  readonly discard: (only?: string) => void
  /** Reports that the text was not saved, if the panel was closed. */
  readonly report: (unsaved: Unsaved) => void
}

export type KeyFields = ReturnType<typeof useKeyFields>

type SaveOptions = {
  /** The key that the person saw before the change; null: as it is now. */
  readonly base?: KeyReply | null
  readonly onFailed?: (() => void) | undefined
}

type KeyFieldsOptions = {
  readonly project: string
  readonly row: GridRow
  readonly onDone: (operationId: number | null) => void
  /** Opens the panel of a key again. */
  readonly onReopen: (keyId: number) => void
}

/**
 * Saves the fields of one key separately and one after the other, based on the version of the key that the person
 * saw. If someone else has changed another field meanwhile, the save is repeated on top of that; for the same field,
 * the person is asked, unless the change fits any value. What could not be saved after the panel was closed is
 * reported, and its text kept.
 */
export function useKeyFields({ project, row, onDone, onReopen }: KeyFieldsOptions) {
  const { t } = useTranslation(['keys', 'failures', 'issues'])
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const { key } = row
  const reportUnsaved = useReportUnsaved(useShownKey(key.id), onReopen)
  const edits = useStore(keyEdits).get(key.id) ?? NO_EDITS
  const current = newestOf([key, ...Object.values(edits.own)])
  const latest = useRef(current)
  latest.current = current
  useLayoutEffect(() => forgetProblems(key.id), [key.id])

  function fieldOf(field: TypedField): FieldState {
    return {
      typed: edits.typed[field] ?? null,
      problem: field === 'aliases' ? undefined : edits.problems[field],
      isSaving: edits.saving === field,
      keep: (typed) => setTyped(key.id, field, typed),
      giveBack: (typed) => {
        if (editsOf(key.id).typed[field] === undefined) setTyped(key.id, field, typed)
      },
      discard: (only) => {
        const text = editsOf(key.id).typed[field]?.text
        if (text !== undefined && (only === undefined || text === only)) setTyped(key.id, field, null)
      },
      report: (unsaved) => reportUnsaved(field, key, unsaved),
    }
  }

  /** Returns true if it was saved, or if nothing had to be. */
  function save<Name extends FieldName>(
    field: Name,
    edit: Edit<KeyReply[Name]>,
    { base = null, onFailed }: SaveOptions = {},
  ): Promise<boolean> {
    const run = () => saveNow(field, edit, { base, onFailed })
    return saveInTurn({ keyId: key.id, field, edit, base, run })
  }

  async function saveNow<Name extends FieldName>(
    field: Name,
    edit: Edit<KeyReply[Name]>,
    { base: seen = null, onFailed }: SaveOptions,
  ): Promise<boolean> {
    const { own } = editsOf(key.id)
    const now = latest.current.id === key.id ? latest.current : key
    const before = seen === null ? newestOf([now, ...Object.values(own)]) : newestOf([seen, own[field]])
    const valueFor = (base: KeyReply): KeyReply[Name] =>
      typeof edit === 'function' ? edit(base[field]) : edit
    if (same(before[field], valueFor(before))) {
      setProblem(key.id, field, null)
      return true
    }
    setSaving(key.id, field)
    try {
      await send(before)
      setProblem(key.id, field, null)
      return true
    } catch (error) {
      onFailed?.()
      setProblem(key.id, field, { text: failureText(error, t), theirs: currentKey(error) })
      reportUnsaved(field, key, { error })
      return false
    } finally {
      setSaving(key.id, null)
    }

    async function send(base: KeyReply, isSecond = false): Promise<void> {
      try {
        const body = { baseVersion: base.version, [field]: valueFor(base) }
        const { key: saved, operation } = await keyMutations.update(project, base.id, body)
        noteSaved(key.id, field, saved)
        onDone(operation?.id ?? null)
        if (operation !== null) undoToast(t(`keys:panel.saved.${field}`), operation)
        void client.invalidateQueries({ queryKey: projectKey(project) })
      } catch (error) {
        const theirs = currentKey(error)
        const fits = typeof edit === 'function' || (theirs !== null && same(theirs[field], base[field]))
        if (theirs === null || isSecond || !fits) throw error
        await send(theirs, true)
      }
    }
  }

  return { current, problems: edits.problems, fieldOf, save }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the key as changed by someone else meanwhile; null for other errors. */
export function currentKey(error: unknown): KeyReply | null {
  const current = isFailure(error, 'stale-edit') ? error.current : undefined
  return current !== undefined && 'key' in current ? current.key : null
}
