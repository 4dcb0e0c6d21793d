import {
  type EditorRowReply,
  isFailure,
  type OperationReply,
  type RejectionReply,
  type SuggestionReply,
} from '@dragoman/contract'
import { FORM_NAMES, sameForms } from '@dragoman/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../../components/ActorName.tsx'
import { Avatar } from '../../../components/Avatar.tsx'
import { DiffText } from '../../../components/DiffText.tsx'
import { FailingDialog, type FailingItem } from '../../../components/FailingDialog.tsx'
import { type Reason, RejectDialog } from '../../../components/RejectDialog.tsx'
import { useRejectionDrafts } from '../../../components/use-rejection-drafts.ts'
import { VoteButton } from '../../../components/VoteButton.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { suggestionWork } from '../../../lib/text/reviewed-work.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { suggestionMutations, suggestionQueries } from '../queries.ts'
import styles from './SidePanel.module.css'

export type SuggestionsTabProps = {
  readonly project: string
  /** People who can decide can also decide on their own suggestions. */
  readonly reviewOwn: boolean
  readonly row: EditorRowReply
}

/** Suggestions for the string: compared with its current text, with votes, and a button to accept. */
export function SuggestionsTab({ project, reviewOwn, row }: SuggestionsTabProps) {
  const { t } = useTranslation(['translations', 'review', 'failures'])
  const [rejecting, setRejecting] = useState<SuggestionReply | null>(null)
  const typedRejectionOf = useRejectionDrafts()
  const [failing, setFailing] = useState<{
    readonly suggestion: SuggestionReply
    readonly issues: FailingItem['issues']
  } | null>(null)
  const attempt = useAttempt(project)
  const { source, target, key } = row
  const { data, error, refetch } = useQuery(
    suggestionQueries.list({ project, language: target.language, keyId: key.id }),
  )
  if (data === undefined)
    return <Loading error={error} onRetry={refetch} rows={2} height={64} frame={styles.waiting} />
  const seen = { baseVersion: target.version, sourceVersion: source.version }
  /** Accepts a suggestion; asks first if it fails a check, unless that is confirmed. */
  const accept = (suggestion: SuggestionReply, approveFailing = false) =>
    attempt(
      async () => {
        const done = await suggestionMutations.accept(project, suggestion, seen, approveFailing)
        const isApproved = done.translation.state === 'reviewed' // otherwise someone else has to review it
        return { ...done, done: t(isApproved ? 'review:approved' : 'review:accepted', { count: 1 }) }
      },
      (issues) => setFailing({ suggestion, issues }),
    )
  const open = data.suggestions.filter(({ state }) => state === 'open')
  const rejection = data.rejections.find((one) => isCurrent(one, target))
  return (
    <>
      {rejection === undefined ? null : <SentBack {...rejection} />}
      {open.length === 0 ? <p className={styles.nothing}>{t('suggestions.nothing')}</p> : null}
      <ol>
        {open.map((suggestion) => (
          <Suggestion
            key={suggestion.id}
            suggestion={suggestion}
            row={row}
            reviewOwn={reviewOwn}
            onAccept={() => void accept(suggestion)}
            onReject={() => setRejecting(suggestion)}
            onWithdraw={() =>
              void attempt(async () => {
                await suggestionMutations.withdraw(project, suggestion.id)
                return { done: t('suggestions.withdrawn') }
              })
            }
            onVote={(isFor) =>
              void attempt(async () => {
                await suggestionMutations.vote(project, suggestion.id, isFor)
                return null
              })
            }
          />
        ))}
      </ol>
      {failing === null ? null : (
        <FailingDialog
          failing={[{ item: { key }, issues: failing.issues }]}
          onApprove={() => accept(failing.suggestion, true)}
          onClose={() => setFailing(null)}
        />
      )}
      {rejecting === null ? null : (
        <RejectDialog
          count={1}
          typed={typedRejectionOf(String(rejecting.id))}
          onClose={() => setRejecting(null)}
          onReject={(reason: Reason) =>
            attempt(async () => {
              const { operation } = await suggestionMutations.reject(project, rejecting, reason)
              return { operation, done: t('review:rejected', { count: 1 }) }
            })
          }
        />
      )}
    </>
  )
}

/**
 * Whether the text is what the rejection has made of it: a draft of the same words, written by the same operation. The
 * time shows that, because a text has the time of the operation that wrote it, also after an undo has restored it.
 */
function isCurrent(rejection: RejectionReply, target: EditorRowReply['target']): boolean {
  const { state, updatedAt, forms } = target
  return state === 'draft' && updatedAt === rejection.at && sameForms(rejection.forms, forms)
}

/** Who returned the text as a draft, and why. */
function SentBack({ by, reason }: RejectionReply) {
  const { t } = useTranslation('review')
  return (
    <p className={styles.nothing}>
      <b>{t('sentBack', { name: by.name })}</b> {t(`reason.${reason.kind}`)}
      {reason.text === '' ? null : <> · {reason.text}</>}
    </p>
  )
}

/** What was done, to be reported. */
type Attempted = { readonly done: string; readonly operation?: OperationReply | null }

/** Returns a function that reports what was done, or why not, and reloads what is shown. */
function useAttempt(project: string) {
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  return async (
    job: () => Promise<Attempted | null>,
    onFailing?: (issues: FailingItem['issues']) => void,
  ): Promise<boolean> => {
    let isDone = true
    try {
      const reply = await job()
      if (reply !== null) undoToast(reply.done, reply.operation ?? null)
    } catch (problem) {
      isDone = false
      if (onFailing !== undefined && isFailure(problem, 'failing-checks'))
        onFailing(problem.current?.issues ?? [])
      else showFailure(problem)
    }
    await client.invalidateQueries({ queryKey: projectKey(project) })
    return isDone
  }
}

type SuggestionProps = Pick<SuggestionsTabProps, 'row' | 'reviewOwn'> & {
  readonly suggestion: SuggestionReply
  readonly onAccept: () => void
  readonly onReject: () => void
  readonly onWithdraw: () => void
  readonly onVote: (isFor: boolean) => void
}

/** One suggestion with its author, the difference from the current text, and what can be done with it. */
function Suggestion(props: SuggestionProps) {
  const { suggestion, row, reviewOwn, onAccept, onReject, onWithdraw, onVote } = props
  const { t } = useTranslation(['translations', 'review'])
  const access = useAccess()
  const formats = useFormats()
  const { target, key } = row
  const { author } = suggestion
  const on = { language: target.language, namespace: key.namespace }
  const isOwn = access.isOwn(author.id)
  const decide = access.onReview(suggestionWork(suggestion, target), 'approve', { ...on, reviewOwn })
  return (
    <li className={styles.entry}>
      <header className={styles.meta}>
        {author.name === '' ? (
          <span className="muted">{t('suggestions.unnamed')}</span>
        ) : (
          <>
            <Avatar id={author.id} name={author.name} size={20} />
            <ActorName actor={author} className={styles.who} />
          </>
        )}
        <time className="muted" dateTime={suggestion.createdAt}>
          {formats.relative(suggestion.createdAt)}
        </time>
      </header>
      {FORM_NAMES.filter((form) => (suggestion.forms[form] ?? '') !== '').map((form) => (
        <p key={form}>
          <DiffText
            before={target.forms[form] ?? ''}
            after={suggestion.forms[form] ?? ''}
            language={target.language}
          />
        </p>
      ))}
      <div className={styles.acts}>
        <Button size="small" refusal={decide} onPress={onAccept}>
          {t('review:accept')}
        </Button>
        {isOwn ? (
          <Button size="small" onPress={onWithdraw}>
            {t('suggestions.withdraw')}
          </Button>
        ) : (
          <Button size="small" refusal={decide} onPress={onReject}>
            {t('review:reject')}
          </Button>
        )}
        <VoteButton
          suggestion={suggestion}
          isMine={suggestion.voters.some(({ id }) => access.isOwn(id))}
          refusal={isOwn ? t('review:vote.own') : access.onText('suggestions.add', on)}
          onVote={onVote}
        />
      </div>
    </li>
  )
}
