import type { MentionCandidate } from '@dragoman/contract'
import { readMemberRef } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/Avatar.tsx'
import styles from './CommentBox.module.css'

/** The people a mention can refer to; the box keeps the focus and determines the active one. */
export function MentionList({
  id,
  candidates,
  active,
  onTake,
}: {
  readonly id: string
  readonly candidates: readonly MentionCandidate[]
  readonly active: number
  readonly onTake: (candidate: MentionCandidate) => void
}) {
  const { t } = useTranslation('comments')
  return (
    <div id={id} role="listbox" aria-label={t('box.people')} className={styles.names}>
      {candidates.map((candidate, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, following the combobox pattern
        <div
          key={candidate.ref}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.name}
          onPointerDown={(event) => {
            event.preventDefault()
            onTake(candidate)
          }}
        >
          <Avatar
            id={candidate.ref}
            name={candidate.name}
            size={20}
            kind={readMemberRef(candidate.ref).kind === 'group' ? 'group' : 'person'}
          />
          <bdi>{candidate.name}</bdi>
          <small>{t(`role.${candidate.role ?? 'owner'}`)}</small>
        </div>
      ))}
    </div>
  )
}
