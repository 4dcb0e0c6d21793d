import { type GridRow, isFailure, type KeyReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { keyMutations } from '../queries.ts'

type FieldName = 'description' | 'maxLength' | 'plural' | 'tags'

/** A value, or a change that also fits other values, such as those of a save that is not finished yet. */
type Edit<Value> = Value | ((before: Value) => Value)

/** A field's problem as a sentence; `theirs` if someone else has changed the field meanwhile. */
export type FieldProblem = { readonly text: string; readonly theirs: KeyReply | null }

/**
 * Saves the fields of one key separately and one after the other, based on the version of the key that the person
 * saw. If someone else has changed another field meanwhile, the save is repeated on top of that; for the same field,
 * the person is asked, unless the change fits any value.
 */
export function useKeyFields({
  project,
  row,
  onDone,
}: {
  readonly project: string
  readonly row: GridRow
  readonly onDone: (operationId: number | null) => void
}) {
  const { t } = useTranslation(['keys', 'failures', 'issues'])
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const [problems, setProblems] = useState<Readonly<Partial<Record<FieldName, FieldProblem>>>>({})
  const [savingField, setSavingField] = useState<FieldName | null>(null)
  const known = useRef(row.key)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  /** The key after the last save of each field: what is typed later changes these. */
  const own = useRef<Partial<Record<FieldName, KeyReply>>>({})
  if (known.current.id !== row.key.id) own.current = {}
  if (known.current.id !== row.key.id || known.current.version < row.key.version) known.current = row.key

  /**
   * Returns true if it was saved, or if nothing had to be. `base`: the key that the person saw before the change;
   * null: as it is now.
   */
  function save<Name extends FieldName>(
    field: Name,
    edit: Edit<KeyReply[Name]>,
    base: KeyReply | null = null,
  ): Promise<boolean> {
    const saved = running.current.then(() => saveNow(field, edit, base))
    running.current = saved
    return saved
  }

  async function saveNow<Name extends FieldName>(
    field: Name,
    edit: Edit<KeyReply[Name]>,
    seen: KeyReply | null,
  ): Promise<boolean> {
    const before = seen === null ? known.current : newer(seen, own.current[field])
    const valueFor = (base: KeyReply): KeyReply[Name] =>
      typeof edit === 'function' ? edit(base[field]) : edit
    const set = (problem: FieldProblem | null) => {
      setProblems(({ [field]: _, ...others }) =>
        problem === null ? others : { ...others, [field]: problem },
      )
    }
    if (same(before[field], valueFor(before))) {
      set(null)
      return true
    }
    setSavingField(field)
    try {
      await send(before)
      set(null)
      return true
    } catch (error) {
      set({ text: failureText(error, t), theirs: currentKey(error) })
      return false
    } finally {
      setSavingField(null)
    }

    async function send(base: KeyReply, isSecond = false): Promise<void> {
      try {
        const body = { baseVersion: base.version, [field]: valueFor(base) }
        const { key, operation } = await keyMutations.update(project, base.id, body)
        known.current = key
        own.current[field] = key
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

  return { problems, savingField, save, current: known.current }
}

/** Returns the newer version of a key. */
function newer(key: KeyReply, other: KeyReply | undefined): KeyReply {
  return other?.id === key.id && other.version > key.version ? other : key
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the key as changed by someone else meanwhile; null for other errors. */
export function currentKey(error: unknown): KeyReply | null {
  const current = isFailure(error, 'stale-edit') ? error.current : undefined
  return current !== undefined && 'key' in current ? current.key : null
}
