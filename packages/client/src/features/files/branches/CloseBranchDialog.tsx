import type { BranchReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { focusScreen } from '../../../lib/focus/focus-screen.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { RadioChoice } from '../../../ui/RadioChoice.tsx'
import { branchMutations } from '../queries.ts'
import styles from './Branches.module.css'

export type CloseBranchDialogProps = {
  readonly project: string
  readonly branch: BranchReply
  readonly onClose: () => void
}

/** Asks what happens to the unsent texts of a translation branch. */
export function CloseBranchDialog({ project, branch, onClose }: CloseBranchDialogProps) {
  const { t } = useTranslation(['branches', 'common'])
  const client = useQueryClient()
  const [texts, setTexts] = useState<'move' | 'discard'>('move')
  const { unsent } = branch
  const close = useMutation({
    mutationFn: () => branchMutations.close(project, branch.slug, { texts: unsent === 0 ? 'move' : texts }),
    onSuccess: async ({ moved, conflicts, left }) => {
      showToast(
        [
          t('close.done', { branch: branch.branch }),
          ...(moved === 0 ? [] : [t('close.moved', { count: moved })]),
          ...(conflicts === 0 ? [] : [t('close.conflicts', { count: conflicts })]),
          ...(left === 0 ? [] : [t('close.left', { count: left })]),
        ].join(' '),
      )
      onClose()
      await client.invalidateQueries({ queryKey: projectKey(project) })
      focusScreen()
    },
  })
  return (
    <FormDialog
      title={t('close.title', { branch: branch.branch })}
      onClose={onClose}
      act={unsent > 0 && texts === 'discard' ? t('close.doDiscard', { count: unsent }) : t('close.do')}
      look={unsent > 0 && texts === 'discard' ? 'danger' : 'primary'}
      request={close}
    >
      <p className={styles.about}>{t('close.about')}</p>
      {unsent === 0 ? (
        <p className={styles.about}>{t('close.allSent')}</p>
      ) : (
        <RadioChoice
          label={t('close.unsent', { count: unsent })}
          value={texts}
          onChange={setTexts}
          options={[
            { id: 'move', name: t('close.move'), hint: t('close.moveHint') },
            { id: 'discard', name: t('close.discard'), hint: t('close.discardHint') },
          ]}
        />
      )}
    </FormDialog>
  )
}
