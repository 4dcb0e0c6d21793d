import { FAILURE_CODES, Failure } from '@dragoman/contract'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import type { StoredDraft } from '../../../lib/saving/draft-store.ts'
import { restoreDraft } from '../../../lib/saving/restore-draft.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './Status.module.css'
import { UnsavedRow } from './UnsavedRow.tsx'

export type DraftListProps = {
  readonly title: string
  readonly drafts: readonly StoredDraft[]
  readonly project: string | null
  readonly onLeave: () => void
}

/** Drafts in this browser, each with a link to it and a button to discard it; nothing if there are none. */
export function DraftList({ title, drafts, project, onLeave }: DraftListProps) {
  const { t } = useTranslation(['status', 'common'])
  const saving = useSaving()
  const failureText = useFailureText()
  if (drafts.length === 0) return null

  const reason = ({ draft, keyId }: StoredDraft) => {
    const code = FAILURE_CODES.find((known) => known === draft.failure)
    return code === undefined || code === 'stale-edit' ? null : failureText(new Failure(code, { keyId }))
  }
  const restore = (discarded: StoredDraft) => {
    if (!restoreDraft(saving, discarded)) showToast(t('newerKept'), { tone: 'problem' })
  }
  const discard = (stored: StoredDraft) => {
    saving.drafts.discard(stored)
    showToast(t('discarded'), { action: undoAction(t('common:undo'), () => restore(stored)) })
  }
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {drafts.map((one) => (
          <UnsavedRow
            key={`${one.project} ${one.language} ${one.keyId} ${one.draft.at}`}
            text={{ ...one, keyName: one.draft.keyName }}
            note={reason(one)}
            project={project}
            onLeave={onLeave}
          >
            <IconButton label={t('discard')} size="small" onPress={() => discard(one)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </UnsavedRow>
        ))}
      </ul>
    </section>
  )
}
