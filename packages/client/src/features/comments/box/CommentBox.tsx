import type { MentionCandidate } from '@dragoman/contract'
import { LIMITS, readMemberRef } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/Avatar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { isPressed, SUBMIT } from '../../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { OptionList, useOptions } from '../../../ui/Options.tsx'
import { commentQueries } from '../queries.ts'
import styles from './CommentBox.module.css'
import { type CommentDraft, readCommentDraft, writeCommentDraft } from './comment-drafts.ts'
import { mentionBefore, NO_TEXT, storedText, type TypedText, withMention } from './mention-text.ts'

export type CommentBoxProps = {
  readonly project: string
  /** Identifies the draft, which is restored in a box with the same name. */
  readonly draftName: string
  readonly label: string
  readonly placeholder?: string
  readonly sendLabel: string
  /** Initial text if there is no draft. */
  readonly initial?: TypedText
  /** Offers *Ask the developers*. */
  readonly canAsk?: true
  /** Shown next to the button: what the comment is for. */
  readonly extra?: ReactNode
  readonly refusal: string | null
  readonly autoFocus?: true
  readonly onSend: (text: string, isQuestion: boolean) => Promise<{ readonly cannotSee: readonly string[] }>
  readonly onCancel?: () => void
  /** Moves the focus out on `Escape`; what was typed stays a draft. Without it the field only loses the focus. */
  readonly onLeave?: () => void
}

const DRAFT: CommentDraft = { ...NO_TEXT, isQuestion: false }

/**
 * The field for a comment: `@` mentions people, `SUBMIT` sends, and unsent text is stored in the browser.
 */
export function CommentBox(props: CommentBoxProps) {
  const { project, draftName, label, sendLabel, initial, refusal, onSend, onCancel, onLeave } = props
  const { t } = useTranslation('comments')
  const failureText = useFailureText()
  const formats = useFormats()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<CommentDraft>(
    () => readCommentDraft(draftName) ?? { ...DRAFT, ...initial },
  )
  const [isStored, setIsStored] = useState(true)
  const [begun, setBegun] = useState<ReturnType<typeof mentionBefore>>(null)
  const [sending, setSending] = useState<'no' | 'yes' | { readonly failed: string }>('no')
  const caret = useRef<number | null>(null)
  const found = useQuery({
    ...commentQueries.candidates(project, begun?.typed ?? ''),
    enabled: begun !== null,
  })
  const names = useOptions({
    options: begun === null ? [] : (found.data ?? []),
    onTake: take,
    startsActive: true,
    tabTakes: true,
  })

  const change = (next: CommentDraft) => {
    setDraft(next)
    const isUnchanged = next.text === (initial?.text ?? '') && !next.isQuestion
    setIsStored(writeCommentDraft(draftName, isUnchanged ? null : next))
  }
  const lookAt = (element: HTMLTextAreaElement) => {
    const next = mentionBefore(element.value, element.selectionStart)
    if (next?.typed !== begun?.typed || next?.from !== begun?.from) names.restart()
    setBegun(next)
  }

  // The box grows with its text; the caret is placed after an inserted name.
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight + 2}px`
    if (caret.current !== null) element.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function take(candidate: MentionCandidate): void {
    const element = area.current
    if (begun === null || element === null) return
    const mention = { ref: candidate.ref, name: candidate.name }
    const next = withMention(draft, { from: begun.from, caret: element.selectionStart }, mention)
    caret.current = next.caret
    change({ ...draft, ...next.typed })
    setBegun(null)
    element.focus()
  }

  const text = storedText(draft)
  const isTooLong = text.length > LIMITS.commentMax
  const canSend = draft.text.trim() !== '' && !isTooLong && sending !== 'yes' && refusal === null
  const send = async () => {
    if (!canSend) return
    setSending('yes')
    try {
      const { cannotSee } = await onSend(text, draft.isQuestion)
      writeCommentDraft(draftName, null)
      setDraft(DRAFT)
      setIsStored(true)
      setSending('no')
      // The pressed button is disabled now.
      area.current?.focus()
      announce(t('box.sent'))
      if (cannotSee.length > 0)
        showToast(t('box.cannotSee', { names: formats.list(cannotSee), count: cannotSee.length }), {
          tone: 'problem',
        })
    } catch (error) {
      setSending({ failed: failureText(error) })
    }
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (isPressed(SUBMIT, event)) void send()
    else if (names.handleKey(event)) return
    else if (event.key === 'Escape' && begun !== null) setBegun(null)
    else if (event.key === 'Escape' && onCancel !== undefined && draft.text === (initial?.text ?? ''))
      onCancel()
    else if (event.key === 'Escape' && onLeave !== undefined) onLeave()
    else if (event.key === 'Escape') area.current?.blur()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const hasDraft = draft.text !== '' && draft.text !== initial?.text
  const problem = typeof sending === 'object' ? sending.failed : null
  return (
    <div className={styles.box}>
      <textarea
        ref={area}
        className={styles.area}
        rows={2}
        // An empty box shows text of the interface
        {...(draft.text === '' ? {} : { dir: 'auto' })}
        aria-label={label}
        {...names.fieldProps}
        aria-describedby={`${id}-state`}
        aria-invalid={isTooLong || undefined}
        placeholder={refusal ?? props.placeholder}
        readOnly={refusal !== null}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed *Reply* or *Edit*
        autoFocus={props.autoFocus}
        value={draft.text}
        onChange={(event) => {
          change({ ...draft, text: event.target.value })
          lookAt(event.target)
        }}
        onSelect={(event) => lookAt(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => setBegun(null)}
      />
      <OptionList of={names} label={t('box.people')} place="after" keyOf={({ ref }) => ref}>
        {({ ref, name, role }) => (
          <>
            <Avatar
              id={ref}
              name={name}
              size={20}
              kind={readMemberRef(ref).kind === 'group' ? 'group' : 'person'}
            />
            <bdi>{name}</bdi>
            <small>{t(`role.${role ?? 'owner'}`)}</small>
          </>
        )}
      </OptionList>
      <div className={styles.below}>
        {props.canAsk === undefined ? null : (
          <Checkbox
            isSelected={draft.isQuestion}
            isDisabled={refusal !== null}
            onChange={(isQuestion) => change({ ...draft, isQuestion })}
          >
            {t('box.ask')}
          </Checkbox>
        )}
        {props.extra}
        <span className={styles.buttons}>
          {onCancel === undefined ? null : (
            <Button
              size="small"
              look="quiet"
              onPress={() => {
                writeCommentDraft(draftName, null)
                onCancel()
              }}
            >
              {t('box.cancel')}
            </Button>
          )}
          <Button
            size="small"
            isDisabled={!canSend && refusal === null}
            isPending={sending === 'yes'}
            refusal={refusal}
            onPress={() => void send()}
          >
            {sendLabel}
          </Button>
        </span>
      </div>
      <p id={`${id}-state`} className={styles.state} data-problem={isTooLong || !isStored || undefined}>
        {isTooLong
          ? t('box.tooLong', { count: text.length - LIMITS.commentMax })
          : hasDraft
            ? t(isStored ? 'box.kept' : 'box.notKept')
            : null}
      </p>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
