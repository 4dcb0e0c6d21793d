import type { ReviewItemReply, SuggestionReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName, useActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { DraftMark } from '../../components/DraftMark.tsx'
import { EditText } from '../../components/EditText.tsx'
import { KeySyntax } from '../../components/KeySyntax.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { VoteButton } from '../../components/VoteButton.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './OpenItem.module.css'
import { ReviewTexts } from './ReviewTexts.tsx'
import { beforeOf, bestOf, othersOf, proposedForms, typedStringOf } from './review-item.ts'
import type { ItemDraft } from './use-item-draft.ts'
import type { ItemRights } from './use-item-rights.ts'
import { useTextChecks } from './use-text-checks.ts'

const VOTERS_SHOWN = 3

export type OpenItemProps = {
  readonly item: ReviewItemReply
  readonly rights: ItemRights
  /** Something is selected, so the selection bar has the buttons. */
  readonly isQuiet: boolean
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly draft: ItemDraft
  /** The editor's fields. */
  readonly fields: TextFields
  /** What could not be done with it. */
  readonly problem: string | null
  /** On the button that opens the comments if they have no column. */
  readonly commentsSign: ReactNode
  readonly onComments: () => void
  readonly onApprove: () => void
  readonly onEdit: () => void
  readonly onLeaveEdit: () => void
  readonly onSaveEdited: () => void
  readonly onReject: () => void
  readonly onAccept: (suggestion: SuggestionReply) => void
  readonly onVote: (suggestion: SuggestionReply, isFor: boolean) => void
}

/** The focused item in full: source, before, after, other suggestions, check results, and actions. */
export function OpenItem(props: OpenItemProps) {
  const { item, rights, isQuiet, isEditing, isSaving, draft, problem, onVote } = props
  const { t } = useTranslation('review')
  const actorName = useActorName()
  const formats = useFormats()
  const access = useAccess()
  const { source, target } = item
  const { language } = target
  const best = bestOf(item)
  const after = proposedForms(item)
  const before = beforeOf(item)
  const typed = draft.typed ?? after
  const isMine = (suggestion: SuggestionReply) => suggestion.voters.some(({ id }) => access.isOwn(id))
  const voteOf = (suggestion: SuggestionReply) => (
    <VoteButton
      suggestion={suggestion}
      isMine={isMine(suggestion)}
      refusal={access.isOwn(suggestion.author.id) ? t('vote.own') : rights.vote}
      onVote={(isFor) => onVote(suggestion, isFor)}
    />
  )
  return (
    <KeySyntax of={item.key}>
      <div className={styles.texts}>
        <Line label={t('source')}>
          <ReviewTexts forms={source.forms} before={item.sourceBefore} language={source.language} />
        </Line>
        {before === null ? null : (
          <Line label={t('before')}>
            <ReviewTexts forms={before} language={language} />
          </Line>
        )}
        {isEditing && draft.isStale ? (
          <Line label={t('current')}>
            <ReviewTexts forms={item.target.forms} language={language} />
          </Line>
        ) : null}
        {isEditing ? (
          <Line label={t(before === null ? 'translation' : 'after')}>
            <EditText
              fields={props.fields}
              string={typedStringOf(item)}
              forms={typed}
              problem={problem}
              saveLabel={t('saveEdited')}
              isSaving={isSaving}
              onForms={draft.type}
              onSave={props.onSaveEdited}
              onLeave={props.onLeaveEdit}
              onDiscard={
                draft.typed === null
                  ? null
                  : () => {
                      draft.discard()
                      props.onLeaveEdit()
                    }
              }
            />
          </Line>
        ) : (
          <Line label={t(before === null ? 'translation' : 'after')}>
            <ReviewTexts forms={after} before={before} language={language} />
          </Line>
        )}
        {othersOf(item).map((suggestion) => (
          <Line key={suggestion.id} label={t('or')}>
            <div className={styles.other}>
              <div>
                <ReviewTexts forms={suggestion.forms} language={language} />
                <small>
                  <ActorName actor={suggestion.author} />
                </small>
              </div>
              <span className={styles.otherActs}>
                <Button
                  size="small"
                  look="quiet"
                  refusal={rights.decide(suggestion)}
                  onPress={() => props.onAccept(suggestion)}
                >
                  {t('acceptOther')}
                </Button>
                {voteOf(suggestion)}
              </span>
            </div>
          </Line>
        ))}
      </div>
      {best === undefined || best.note === '' ? null : (
        <p className={styles.note}>
          <bdi>{best.note}</bdi>
        </p>
      )}
      {isEditing ? null : <Checks item={item} before={before} after={after} />}
      {isEditing || problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isEditing ? null : (
        <div className={styles.acts}>
          <Button
            look={isQuiet ? 'plain' : 'primary'}
            keys="a"
            refusal={rights.approve}
            onPress={props.onApprove}
          >
            {t(item.on === 'text' ? 'approve' : 'accept')}
          </Button>
          <Button keys="e" refusal={rights.edit} onPress={props.onEdit}>
            {draft.typed === null ? null : <DraftMark named="aloud" />}
            {t('edit')}
          </Button>
          <Button keys="r" refusal={rights.reject} onPress={props.onReject}>
            {t('reject')}
          </Button>
          {best === undefined ? null : (
            <span className={styles.votes}>
              {voteOf(best)}
              {best.voters.length === 0 ? null : (
                <span
                  className={styles.voters}
                  role="img"
                  aria-label={t('vote.by', {
                    names: formats.list(best.voters.flatMap((voter) => actorName(voter) ?? [])),
                  })}
                  title={formats.list(best.voters.map(({ name }) => name))}
                >
                  {best.voters.slice(0, VOTERS_SHOWN).map(({ id, name }) => (
                    <Avatar key={id ?? name} id={id} name={name} size={20} />
                  ))}
                </span>
              )}
            </span>
          )}
        </div>
      )}
      <div className={styles.comments}>
        <Button onPress={props.onComments}>{props.commentsSign}</Button>
      </div>
    </KeySyntax>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  )
}

function Checks({
  item,
  before,
  after,
}: {
  readonly item: ReviewItemReply
  readonly before: Forms | null
  readonly after: Forms
}) {
  const { t } = useTranslation(['review', 'issues'])
  const { fixed, found } = useTextChecks(item, before, after)
  if (fixed.length + found.length === 0) return null
  return (
    <ul className={styles.checks}>
      {fixed.map((issue) => (
        <li key={`${issue.code}${issue.form}${JSON.stringify(issue.params)}`} data-what="fixed">
          <CircleCheck aria-hidden="true" />
          <span>
            {t('review:fixesCheck')} {t(`issues:${issue.code}`, { ...issue.params })}
          </span>
        </li>
      ))}
      {found.map((issue) => (
        <li key={`${issue.code}${issue.form}${JSON.stringify(issue.params)}`} data-what={issue.severity}>
          <TriangleAlert aria-hidden="true" />
          <span>{t(`issues:${issue.code}`, { ...issue.params })}</span>
        </li>
      ))}
    </ul>
  )
}
