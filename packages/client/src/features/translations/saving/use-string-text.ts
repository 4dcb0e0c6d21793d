import type { EditorRowReply, TranslationReply } from '@dragoman/contract'
import {
  type CheckInput,
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
import { type Conflict, conflictOf } from '../../../lib/saving/conflict.ts'
import type { Draft } from '../../../lib/saving/draft-store.ts'
import { editText, type SaveOptions } from '../../../lib/saving/edit-text.ts'
import { pendingFor } from '../../../lib/saving/save-queue.ts'
import { useDraft, useSaveQueue, useSaving } from '../../../lib/saving/use-saving.ts'
import type { StringAddress } from '../../../lib/server/string-address.ts'
import { useFileLimits } from '../../../lib/text/file-limits.ts'
import { type FormBox, formBoxes } from '../../../lib/text/form-boxes.ts'
import { useMessageSyntax } from '../../../lib/text/message-syntax.ts'
import { checkInput, type TextRules, useTextRules, withPending } from '../../../lib/text/text-rules.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { useSameObject } from '../../../lib/use-same-object.ts'
import { type PluralBoxes, usePluralBoxes } from '../plural/use-plural-boxes.ts'

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
  readonly save: (state: TranslationState | null, more?: Pick<SaveOptions, 'approveFailing'>) => boolean
  /** Returns why approving the text has to be confirmed: what checks find in it. */
  readonly errors: () => readonly FormIssue[]
  /**
   * Resolves the conflict with this text and saves it over the other one. People who can only suggest keep it as
   * their draft.
   */
  readonly resolve: (forms: Forms) => void
  /**
   * Merges both changes into the draft if they do not overlap. Returns a function to undo that; null if there
   * was nothing to merge.
   */
  readonly merge: () => (() => boolean) | null
}

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
export function useStringText(row: EditorRowReply, { slug, sourceLanguage }: ProjectFacts): StringText {
  const { language } = row.target
  const address = useMemo(
    () => ({ project: slug, language, keyId: row.key.id }),
    [slug, language, row.key.id],
  )
  const syntax = useMessageSyntax(row.key)
  const rules = useTextRules(sourceLanguage)
  const pending = pendingFor(useSaveQueue(), address)
  const target = useMemo(() => withPending(row, row.target, { pending, rules }), [row, pending, rules])
  const draft = useDraft(address)
  const forms = draft?.forms ?? target.forms
  const { typed, issues } = useChecks(row, forms, rules)
  const own = useMemo(() => ({ ...target.forms, ...forms }), [target.forms, forms])
  const boxes = useFormBoxes(row, own, syntax)
  const conflict = useMemo(() => (draft === null ? null : conflictOf(draft, row.target)), [draft, row.target])

  const onText = { language, namespace: row.key.namespace }
  const access = useAccess()
  const saveRefusal = access.onText('translations.save', onText)
  const mayType = saveRefusal === null || access.onText('suggestions.add', onText) === null
  const refusal = mayType ? null : saveRefusal

  const acts = useTextActs(row, typed, { address, target, forms, draft, conflict, refusal, saveRefusal })
  const { plural, noteTypedAsText } = usePluralBoxes({
    address: `${row.key.id} ${language}`,
    text: row.key.plural === 'none' ? (forms.other ?? '') : null,
    source: row.source.forms.other ?? '',
    language,
    syntax,
    setText: (text) => acts.setForms({ ...forms, other: text }),
  })
  const setForm = useLatestCallback((form: FormName, text: string) => {
    noteTypedAsText()
    acts.setForms({ ...forms, [form]: text })
  })
  const firstBox = (plural?.isShown === true ? plural.boxes[0]?.id : boxes[0]?.form) ?? 'other'
  return useSameObject({
    ...acts,
    setForm,
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
  })
}

/** Returns what is checked, and the issues, which can lag behind typing. */
function useChecks(row: EditorRowReply, forms: Forms, rules: TextRules) {
  const typed = useMemo(() => checkInput(row, row.target.language, { forms, rules }), [row, forms, rules])
  const rested = useDeferredValue(typed)
  // Checks can lag one frame behind typing, but must never be those of another string.
  const checked =
    rested.sourceForms === typed.sourceForms && rested.language === typed.language ? rested : typed
  const issues = useMemo(() => {
    const found = runChecks(checked)
    return found.length === 0 ? NO_ISSUES : found
  }, [checked])
  return { typed, issues }
}

type TextActs = Pick<StringText, 'setForms' | 'discard' | 'save' | 'errors' | 'resolve' | 'merge'>

/** Returns what can be done with a text; the same functions throughout. */
function useTextActs(
  row: EditorRowReply,
  typed: CheckInput,
  {
    address,
    target,
    forms,
    draft,
    conflict,
    refusal,
    saveRefusal,
  }: Pick<StringText, 'address' | 'target' | 'forms' | 'draft' | 'conflict' | 'refusal' | 'saveRefusal'>,
): TextActs {
  const saving = useSaving()
  const keyName = `${row.key.namespace}:${row.key.name}`
  const seen = { forms: target.forms, version: row.target.version }
  const text = editText(saving, { address, keyName, saved: row.target, seen, source: row.source, draft })
  const acts: TextActs = {
    setForms: (next) => {
      if (refusal !== null) return
      if (sameForms(next, target.forms) && conflict === null) text.discard()
      else text.write(next)
    },
    discard: text.discard,
    save: (state, more = {}) => {
      if (saveRefusal !== null) return false
      const wanted = stateToRequest(target, normalizeForms(forms), state)
      const isSame = draft === null && (wanted ?? target.state) === target.state
      // The same words can be right for a new source text, or although a check finds an issue in them.
      const canConfirm = target.outdated || (target.failing && target.state === 'translated')
      if (isSame && !canConfirm) return false
      text.save(forms, { ...more, state: wanted })
      return true
    },
    // `issues` can lag behind typing.
    errors: () => runChecks(typed).filter(({ severity }) => severity === 'error'),
    resolve: (chosen) => {
      if (saveRefusal === null || sameForms(chosen, row.target.forms)) text.saveOver(chosen)
      else if (refusal === null) text.keepOver(chosen)
    },
    merge: () => (refusal !== null || conflict === null ? null : text.merge(conflict)),
  }
  const latest = useRef(acts)
  latest.current = acts
  return useMemo(
    () => ({
      setForms: (next) => latest.current.setForms(next),
      discard: () => latest.current.discard(),
      save: (state, more) => latest.current.save(state, more),
      errors: () => latest.current.errors(),
      resolve: (chosen) => latest.current.resolve(chosen),
      merge: () => latest.current.merge(),
    }),
    [],
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
 * Returns the state that a save requests: the given one, or translated. Null: none, for an empty text and for an unchanged
 * reviewed one. Whether that one stays reviewed for a changed source text depends on who saves it: the server decides.
 */
export function stateToRequest(
  target: Pick<TranslationReply, 'forms' | 'state'>,
  forms: Forms,
  asked: TranslationState | null,
): TranslationState | null {
  if (!hasText(forms)) return null
  if (asked !== null) return asked
  return target.state === 'reviewed' && sameForms(target.forms, forms) ? null : 'translated'
}
