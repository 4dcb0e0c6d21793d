import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import {
  type FormIssue,
  type FormName,
  type Forms,
  hasText,
  type MessageSyntax,
  normalizeForms,
  runChecks,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import { useDeferredValue, useMemo, useRef } from 'react'
import { useAccess } from '../../../lib/access/access.ts'
import { type Conflict, conflictOf, mergeDraft } from '../../../lib/saving/conflict.ts'
import type { Draft } from '../../../lib/saving/draft-store.ts'
import { saveId } from '../../../lib/saving/pending-save-store.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useDraft, useSaveQueue, useSaving } from '../../../lib/saving/use-saving.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { useFileLimits } from '../../../lib/text/file-limits.ts'
import { type FormBox, formBoxes } from '../../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { type PluralBoxes, usePluralBoxes } from '../plural/use-plural-boxes.ts'
import { checkInput, targetWith } from './shown-target.ts'

export type StringText = {
  readonly address: StringAddress
  readonly target: TranslationReply
  readonly forms: Forms
  readonly boxes: readonly FormBox[]
  /** The forms within the text if it is a single plural. The whole text is saved nevertheless. */
  readonly plural: PluralBoxes | null
  /** Name of the first field. */
  readonly firstBox: string
  readonly issues: readonly FormIssue[]
  readonly draft: Draft | null
  readonly conflict: Conflict | null
  /**
   * Why the person can neither save nor suggest. Then nothing below changes the text, except discarding the
   * draft.
   */
  readonly refusal: string | null
  /** Why the person cannot save what was typed; they can still suggest it. */
  readonly saveRefusal: string | null
  readonly setForm: (form: FormName, text: string) => void
  readonly setForms: (forms: Forms) => void
  readonly discard: () => void
  /**
   * Requests a save. `state` null: translated, or the previous one if nothing changed. Returns false if there
   * is nothing to save. A text that fails a check is approved only with `approveFailing`.
   */
  readonly save: (state: TranslationState | null, more?: SaveOptions) => boolean
  /** Returns why approving the text has to be confirmed: what checks find in it. */
  readonly errors: () => readonly FormIssue[]
  /** Resolves the conflict with this text and saves it over the other one. */
  readonly resolve: (forms: Forms) => void
  /**
   * Merges both changes into the draft if they do not overlap. Returns a function to undo that; null if there
   * was nothing to merge.
   */
  readonly merge: () => (() => boolean) | null
}

export type SaveOptions = { readonly approveFailing?: true }

/** What the fields need of a text: where it is stored does not matter to them. */
export type FieldsText = Pick<
  StringText,
  'forms' | 'boxes' | 'plural' | 'firstBox' | 'issues' | 'refusal' | 'setForm' | 'setForms'
>

export type ProjectFacts = { readonly slug: string; readonly sourceLanguage: string }

const NO_ISSUES: readonly FormIssue[] = []

/**
 * Returns the text of one string as shown in the fields: the server's text, a pending save, or the draft in
 * this browser. The same object until something changes, so that components do not re-render.
 */
export function useStringText(row: EditorRowReply, project: ProjectFacts): StringText {
  const { saver, drafts } = useSaving()
  const queue = useSaveQueue()
  const { slug, sourceLanguage } = project
  const { language } = row.target
  const address = useMemo(
    () => ({ project: slug, language, keyId: row.key.id }),
    [slug, language, row.key.id],
  )
  const keyName = `${row.key.namespace}:${row.key.name}`
  const syntax = useMessageSyntax(row.key)
  const limitsOfFile = useFileLimits()
  const rules = useMemo(
    () => ({ slug, sourceLanguage, syntax, limitsOfFile }),
    [slug, sourceLanguage, syntax, limitsOfFile],
  )
  const pending = pendingFor(queue, address)
  const target = useMemo(() => targetWith(row, pending, rules), [row, pending, rules])
  const draft = useDraft(address)
  const forms = draft?.forms ?? target.forms
  const typed = useMemo(() => checkInput(row, forms, rules), [row, forms, rules])
  const rested = useDeferredValue(typed)
  // Checks can lag one frame behind typing, but must never be those of another string.
  const checked =
    rested.sourceForms === typed.sourceForms && rested.language === typed.language ? rested : typed
  const issues = useMemo(() => {
    const found = runChecks(checked)
    return found.length === 0 ? NO_ISSUES : found
  }, [checked])
  const own = useMemo(() => ({ ...target.forms, ...forms }), [target.forms, forms])
  const boxes = useFormBoxes(row, own, syntax)
  const conflict = useMemo(() => (draft === null ? null : conflictOf(draft, row.target)), [draft, row.target])

  const { namespace } = row.key
  const access = useAccess()
  const saveRefusal = access.onText('translations.save', { language, namespace })
  const mayType = saveRefusal === null || access.onText('suggestions.add', { language, namespace }) === null
  const refusal = mayType ? null : saveRefusal

  const setForms = useLatestCallback((next: Forms) => {
    if (refusal !== null) return
    if (sameForms(next, target.forms) && conflict === null) return drafts.discard(address)
    const base = draft?.base ?? target.forms
    const baseVersion = draft?.baseVersion ?? row.target.version
    drafts.write(address, { forms: next, base, baseVersion, at: Date.now(), failure: null, keyName })
  })

  const { plural, noteTypedAsText } = usePluralBoxes({
    address: `${row.key.id} ${language}`,
    text: row.key.plural === 'none' ? (forms.other ?? '') : null,
    source: row.source.forms.other ?? '',
    language,
    syntax,
    setText: (text) => setForms({ ...forms, other: text }),
  })

  const send = (
    save: SaveOptions & { forms: Forms; state: TranslationState | null; base: Forms; baseVersion: number },
  ) => {
    saver.save({ ...address, ...save, id: saveId(), keyName })
    drafts.discard(address)
  }
  const setForm = useLatestCallback((form: FormName, text: string) => {
    noteTypedAsText()
    setForms({ ...forms, [form]: text })
  })
  // `issues` can lag behind typing.
  const errors = useLatestCallback(() => runChecks(typed).filter(({ severity }) => severity === 'error'))
  const discard = useLatestCallback(() => drafts.discard(address))
  const save = useLatestCallback((state: TranslationState | null, more: SaveOptions = {}) => {
    if (saveRefusal !== null) return false
    const kept = normalizeForms(forms)
    const wanted = stateAfterSave(target, kept, state)
    if (draft === null && wanted === target.state && !target.outdated) return false
    send({
      ...more,
      forms: kept,
      state: wanted === 'untranslated' ? null : wanted,
      base: draft?.base ?? target.forms,
      baseVersion: draft?.baseVersion ?? row.target.version,
    })
    return true
  })
  const resolve = useLatestCallback((chosen: Forms) => {
    const { forms: theirs, version } = row.target
    if (sameForms(chosen, theirs)) drafts.discard(address)
    else if (saveRefusal === null)
      send({
        forms: normalizeForms(chosen),
        state: hasText(chosen) ? 'translated' : null,
        base: theirs,
        baseVersion: version,
      })
  })
  const merge = useLatestCallback(() => {
    if (refusal !== null || draft === null || conflict === null || conflict.merged === null) return null
    const { merged, theirs, theirVersion } = conflict
    drafts.write(address, {
      ...draft,
      forms: merged,
      base: theirs,
      baseVersion: theirVersion,
      at: Date.now(),
      failure: null,
    })
    return () => {
      const now = drafts.read(address)
      if (now === null) return false
      // What was typed since the merge is kept.
      const forms = sameForms(now.forms, merged) ? draft.forms : mergeDraft(merged, now.forms, draft.forms)
      if (forms === null) return false
      drafts.write(address, { ...draft, forms, at: Date.now() })
      return true
    }
  })

  const firstBox = (plural?.isShown === true ? plural.boxes[0]?.id : boxes[0]?.form) ?? 'other'
  const acts = useMemo(
    () => ({ setForm, setForms, discard, save, errors, resolve, merge }),
    [setForm, setForms, discard, save, errors, resolve, merge],
  )
  return useMemo(
    () => ({
      ...acts,
      address,
      target,
      forms,
      boxes,
      plural,
      firstBox,
      issues,
      draft,
      conflict,
      refusal,
      saveRefusal,
    }),
    [acts, address, target, forms, boxes, plural, firstBox, issues, draft, conflict, refusal, saveRefusal],
  )
}

/** Returns the fields of a string; the same list until the set of fields changes. */
function useFormBoxes(row: EditorRowReply, own: Forms, syntax: MessageSyntax): readonly FormBox[] {
  const declared = useFileLimits()(row.key.namespace, row.target.language)?.plurals
  const boxes = useMemo(
    () =>
      formBoxes(row.key, row.target.language, { source: row.source.forms, own }, syntax.numbers, declared),
    [row, own, syntax, declared],
  )
  const last = useRef(boxes)
  const isSame =
    boxes.length === last.current.length &&
    boxes.every(({ form, numbers, needed }, place) => {
      const before = last.current[place]
      return before?.form === form && before.numbers === numbers && before.needed === needed
    })
  if (!isSame) last.current = boxes
  return last.current
}

/**
 * Returns the state after a save: the requested one, or translated; an unchanged reviewed text stays
 * reviewed.
 */
export function stateAfterSave(
  target: Pick<TranslationReply, 'forms' | 'state'>,
  forms: Forms,
  asked: TranslationState | null,
): TranslationState {
  if (!hasText(forms)) return 'untranslated'
  if (asked !== null) return asked
  return target.state === 'reviewed' && sameForms(target.forms, forms) ? 'reviewed' : 'translated'
}
