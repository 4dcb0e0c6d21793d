import type { MentionCandidate } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/Avatar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { isFocusLost } from '../../../lib/focus/focus-screen.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { announce } from '../../../lib/notices/announce.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import type { CommentDraft } from '../../../lib/saving/comment-drafts.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { isPressed, SUBMIT } from '../../../lib/shortcuts/shortcuts.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { OptionList } from '../../../ui/Options.tsx'
import styles from './CommentBox.module.css'
import { storedText, type TypedText } from './mention-text.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useMentions } from './use-mentions.ts'

export type CommentBoxProps = {
  readonly project: string
  /** Identifies the draft, which all boxes with the name share; see `CommentDrafts`. */
  readonly draftName: string
  readonly label: string
  readonly placeholder?: string
  readonly sendLabel: string
  /** Initial text if there is no draft. */
  readonly initial?: TypedText
  /** Offers *Ask the developers*. */
  readonly canAsk?: true
  /** Why a comment cannot be added here; null: it can. */
  readonly refusal: string | null
  /** Offers *Visible in all languages*; why such a comment cannot be added, null: it can. */
  readonly refusalForAll?: string | null
  readonly autoFocus?: true
  readonly onSend: (
    text: string,
    kind: { readonly isQuestion: boolean; readonly isForAll: boolean },
  ) => Promise<{ readonly cannotSee: readonly string[] }>
  /** Closes the box after sending; not called if something else was typed meanwhile. */
  readonly onSent?: () => void
  readonly onCancel?: () => void
  /** Moves the focus out on `Escape`; what was typed stays a draft. Without it the field only loses the focus. */
  readonly onLeave?: () => void
}

/**
 * The field for a comment: `@` mentions people, `SUBMIT` sends, and unsent text is stored in the browser.
 */
export function CommentBox(props: CommentBoxProps) {
  const { label, onCancel } = props
  const { t } = useTranslation('comments')
  const failureText = useFailureText()
  const stateId = useId()
  const { area, typed, refusal, tooMany, mentions, sending, canSend, send, onKeyDown } = useWriting(props)
  const { draft, change } = typed
  const { names } = mentions
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
        aria-describedby={stateId}
        aria-invalid={tooMany > 0 || undefined}
        placeholder={refusal ?? props.placeholder}
        readOnly={refusal !== null}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed *Reply* or *Edit*
        autoFocus={props.autoFocus}
        value={draft.text}
        onChange={(event) => {
          change({ text: event.target.value })
          mentions.lookAt(event.target)
        }}
        onSelect={(event) => mentions.lookAt(event.currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={mentions.stop}
      />
      <OptionList of={names} label={t('box.people')} place="after" keyOf={({ ref }) => ref}>
        {(candidate) => <Candidate of={candidate} />}
      </OptionList>
      <div className={styles.below}>
        <DraftKind {...props} refusal={refusal} typed={typed} />
        <span className={styles.buttons}>
          {onCancel === undefined ? null : (
            <Button
              size="small"
              look="quiet"
              onPress={() => {
                typed.discard()
                onCancel()
              }}
            >
              {t('box.cancel')}
            </Button>
          )}
          <Button
            size="small"
            isDisabled={!canSend && refusal === null}
            isPending={sending.isPending}
            refusal={refusal}
            onPress={send}
          >
            {props.sendLabel}
          </Button>
        </span>
      </div>
      <DraftState id={stateId} typed={typed} tooMany={tooMany} />
      {sending.error === null ? null : (
        <p className={styles.problem} role="alert">
          {failureText(sending.error)}
        </p>
      )}
    </div>
  )
}

/** What the comment is: a question, or one for all languages. */
function DraftKind({
  canAsk,
  refusal,
  refusalForAll,
  typed: { draft, change },
}: Pick<CommentBoxProps, 'canAsk' | 'refusal' | 'refusalForAll'> & TypedProps) {
  const { t } = useTranslation('comments')
  const { isQuestion, isForAll = false } = draft
  return (
    <>
      {canAsk === undefined ? null : (
        <Checkbox
          isSelected={isQuestion}
          isDisabled={refusal !== null}
          onChange={(next) => change({ isQuestion: next })}
        >
          {t('box.ask')}
        </Checkbox>
      )}
      {refusalForAll === undefined ? null : (
        <Checkbox
          isSelected={isForAll}
          isDisabled={refusal !== null && !isForAll}
          onChange={(next) => change({ isForAll: next })}
        >
          {t('thread.all')}
        </Checkbox>
      )}
    </>
  )
}

type TypedProps = { readonly typed: ReturnType<typeof useCommentDraft> }

/** The comment as it is written: what is typed, who can be mentioned, and how it is sent. */
function useWriting(props: CommentBoxProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const typed = useCommentDraft(props.draftName, props.initial)
  const { draft, change } = typed
  const refusal = draft.isForAll === true ? (props.refusalForAll ?? null) : props.refusal
  const mentions = useMentions({ project: props.project, area, typed: draft, onTyped: change })
  const tooMany = storedText(draft).length - LIMITS.commentMax
  const isShown = useIsShown()
  const sending = useSending({
    isShown,
    onSend: (sent) =>
      props.onSend(storedText(sent), { isQuestion: sent.isQuestion, isForAll: sent.isForAll === true }),
    onSent(sent) {
      const isAllSent = typed.removeSent(sent)
      if (!isShown.current) return
      // The pressed button is disabled now. Someone who works elsewhere meanwhile stays there.
      if (isFocusLost() || area.current?.parentElement?.contains(document.activeElement))
        area.current?.focus()
      if (isAllSent) props.onSent?.()
    },
  })
  const canSend = draft.text.trim() !== '' && tooMany <= 0 && !sending.isPending && refusal === null
  const send = () => canSend && sending.mutate(draft)
  useGrowing(area)

  const onEscape = () => {
    if (mentions.isBegun) mentions.stop()
    else if (props.onCancel !== undefined && typed.isSameText) props.onCancel()
    else if (props.onLeave !== undefined) props.onLeave()
    else area.current?.blur()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return
    if (isPressed(SUBMIT, event)) send()
    else if (mentions.names.handleKey(event)) return
    else if (event.key === 'Escape') onEscape()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { area, typed, refusal, tooMany, mentions, sending, canSend, send, onKeyDown }
}

/** Says whether unsent text is stored, or too long. */
function DraftState({
  id,
  typed: { isStored, hasText },
  tooMany,
}: TypedProps & {
  readonly id: string
  /** Number of characters over the limit. */
  readonly tooMany: number
}) {
  const { t } = useTranslation('comments')
  return (
    <p id={id} className={styles.state} data-problem={tooMany > 0 || !isStored || undefined}>
      {tooMany > 0
        ? t('box.tooLong', { count: tooMany })
        : hasText
          ? t(isStored ? 'box.kept' : 'box.notKept')
          : null}
    </p>
  )
}

/** Sends the comment; says who is mentioned, but cannot see it. A failure is a notice if the box is gone. */
function useSending({
  isShown,
  onSend,
  onSent,
}: {
  readonly isShown: RefObject<boolean>
  readonly onSend: (sent: CommentDraft) => ReturnType<CommentBoxProps['onSend']>
  readonly onSent: (sent: CommentDraft) => void
}) {
  const { t } = useTranslation('comments')
  const failureText = useFailureText()
  const formats = useFormats()
  return useMutation({
    mutationFn: onSend,
    onError(error) {
      if (!isShown.current) showToast(t('box.notSent', { problem: failureText(error) }), { tone: 'problem' })
    },
    onSuccess({ cannotSee }, sent) {
      onSent(sent)
      announce(t('box.sent'))
      if (cannotSee.length > 0)
        showToast(t('box.cannotSee', { names: formats.list(cannotSee), count: cannotSee.length }), {
          tone: 'problem',
        })
    },
  })
}

/** The box grows with its text. */
function useGrowing(area: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    element.style.blockSize = 'auto'
    element.style.blockSize = `${element.scrollHeight + 2}px`
  })
}

function Candidate({ of: { ref: id, name, role } }: { readonly of: MentionCandidate }) {
  const { t } = useTranslation('comments')
  return (
    <>
      <Avatar id={id} name={name} size={20} />
      <bdi>{name}</bdi>
      <small>{t(`role.${role ?? 'owner'}`)}</small>
    </>
  )
}
