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
import { beforeOf, bestOf, idOf, othersOf, proposedForms, typedStringOf } from './review-item.ts'
import type { Review } from './use-review.ts'
import { useTextChecks } from './use-text-checks.ts'

const VOTERS_SHOWN = 3

type ItemProps = { readonly item: ReviewItemReply; readonly review: Review }

export type OpenItemProps = ItemProps & {
  /** The editor's fields. */
  readonly fields: TextFields
  /** On the button that opens the comments if they have no column. */
  readonly commentsSign: ReactNode
  readonly onComments: () => void
}

/** The focused item in full: source, before, after, other suggestions, check results, and actions. */
export function OpenItem({ item, review, fields, commentsSign, onComments }: OpenItemProps) {
  const { t } = useTranslation('review')
  const id = idOf(item)
  const { source, target } = item
  const { language } = target
  const isEditing = review.cursor.editing === id
  const problem = review.problem?.ids.has(id) ? review.problem.text : null
  const note = bestOf(item)?.note ?? ''
  const after = proposedForms(item)
  const before = beforeOf(item)
  return (
    <KeySyntax of={item.key}>
      {review.isDecided ? (
        <p className={styles.problem} role="status">
          {t('gone')}
        </p>
      ) : null}
      <div className={styles.texts}>
        <Line label={t('source')}>
          <ReviewTexts forms={source.forms} before={item.sourceBefore} language={source.language} />
        </Line>
        {before === null ? null : (
          <Line label={t('before')}>
            <ReviewTexts forms={before} language={language} />
          </Line>
        )}
        {isEditing && review.editing.draft.isStale ? (
          <Line label={t('current')}>
            <ReviewTexts forms={target.forms} language={language} />
          </Line>
        ) : null}
        <Line label={t(before === null ? 'translation' : 'after')}>
          {isEditing ? (
            <EditedText item={item} review={review} fields={fields} problem={problem} />
          ) : (
            <ReviewTexts forms={after} before={before} language={language} />
          )}
        </Line>
        {othersOf(item).map((suggestion) => (
          <OtherSuggestion key={suggestion.id} suggestion={suggestion} item={item} review={review} />
        ))}
      </div>
      {note === '' ? null : (
        <p className={styles.note}>
          <bdi>{note}</bdi>
        </p>
      )}
      {isEditing ? null : (
        <>
          <Checks item={item} before={before} after={after} />
          {problem === null ? null : (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <ItemActs item={item} review={review} />
        </>
      )}
      <div className={styles.comments}>
        <Button onPress={onComments}>{commentsSign}</Button>
      </div>
    </KeySyntax>
  )
}

function EditedText({
  item,
  review,
  fields,
  problem,
}: ItemProps & { readonly fields: TextFields; readonly problem: string | null }) {
  const { t } = useTranslation('review')
  const { draft, isSaving, save, discard } = review.editing
  return (
    <EditText
      fields={fields}
      string={typedStringOf(item)}
      forms={draft.typed ?? proposedForms(item)}
      problem={problem}
      saveLabel={t('saveEdited')}
      isSaving={isSaving}
      onForms={draft.type}
      onSave={() => void save()}
      onLeave={() => review.cursor.stopEditing(idOf(item))}
      onDiscard={draft.typed === null ? null : discard}
    />
  )
}

/** Another suggestion for the string, which can be accepted instead. */
function OtherSuggestion({ suggestion, item, review }: ItemProps & { readonly suggestion: SuggestionReply }) {
  const { t } = useTranslation('review')
  return (
    <Line label={t('or')}>
      <div className={styles.other}>
        <div>
          <ReviewTexts forms={suggestion.forms} language={item.target.language} />
          <small>
            <ActorName actor={suggestion.author} />
          </small>
        </div>
        <span className={styles.otherActs}>
          <Button
            size="small"
            look="quiet"
            refusal={review.rightsOf(item).decide(suggestion)}
            onPress={() => review.accept(item, suggestion)}
          >
            {t('acceptOther')}
          </Button>
          <Vote suggestion={suggestion} item={item} review={review} />
        </span>
      </div>
    </Line>
  )
}

function Vote({ suggestion, item, review }: ItemProps & { readonly suggestion: SuggestionReply }) {
  const { t } = useTranslation('review')
  const { isOwn } = useAccess()
  return (
    <VoteButton
      suggestion={suggestion}
      isMine={suggestion.voters.some(({ id }) => isOwn(id))}
      refusal={isOwn(suggestion.author.id) ? t('vote.own') : review.rightsOf(item).vote}
      onVote={(isFor) => review.vote(suggestion, isFor)}
    />
  )
}

function ItemActs({ item, review }: ItemProps) {
  const { t } = useTranslation('review')
  const rights = review.rightsOf(item)
  const best = bestOf(item)
  // If something is selected, the selection bar has the primary button.
  const look = review.cursor.chosen === null ? 'primary' : 'plain'
  return (
    <div className={styles.acts}>
      <Button look={look} keys="a" refusal={rights.approve} onPress={() => review.approve([item])}>
        {t(item.on === 'text' ? 'approve' : 'accept')}
      </Button>
      <Button keys="e" refusal={rights.edit} onPress={review.edit}>
        {review.editing.draft.typed === null ? null : <DraftMark named="aloud" />}
        {t('edit')}
      </Button>
      <Button keys="r" refusal={rights.reject} onPress={() => review.askToReject([item])}>
        {t('reject')}
      </Button>
      {best === undefined ? null : (
        <span className={styles.votes}>
          <Vote suggestion={best} item={item} review={review} />
          <Voters suggestion={best} />
        </span>
      )}
    </div>
  )
}

function Voters({ suggestion: { voters } }: { readonly suggestion: SuggestionReply }) {
  const { t } = useTranslation('review')
  const actorName = useActorName()
  const formats = useFormats()
  if (voters.length === 0) return null
  return (
    <span
      className={styles.voters}
      role="img"
      aria-label={t('vote.by', { names: formats.list(voters.flatMap((voter) => actorName(voter) ?? [])) })}
      title={formats.list(voters.map(({ name }) => name))}
    >
      {voters.slice(0, VOTERS_SHOWN).map(({ id, name }) => (
        <Avatar key={id ?? name} id={id} name={name} size={20} />
      ))}
    </span>
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
