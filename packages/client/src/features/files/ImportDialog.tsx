import type { ProjectReply, UploadPlan } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../components/CountAsReviewed.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { FoundFiles } from './dropped-files.ts'
import styles from './Files.module.css'
import { ImportFailures } from './ImportFailures.tsx'
import { ImportPlan } from './ImportPlan.tsx'
import { LeftOutFiles } from './LeftOutFiles.tsx'
import { UnreadFiles } from './UnreadFiles.tsx'
import { useImport } from './use-import.ts'

export type ImportDialogProps = FoundFiles & {
  readonly project: ProjectReply
  readonly onClose: () => void
}

/**
 * Shows what importing the files would do, in total and file by file; then the import starts on the server,
 * and the dialog closes.
 */
export function ImportDialog({ project, files, skipped, onClose }: ImportDialogProps) {
  const { t } = useTranslation(['files', 'common'])
  const [countAsReviewed, setCountAsReviewed] = useState(false)
  const reviewRefusal = useAccess().onSomeText('translations.review')
  const { step, plan, failures, leftOut, error, mode, setMode, place, leaveOut, addAgain, start } = useImport(
    project.slug,
    files,
  )
  const isBusy = step.kind !== 'ready'
  const changes = plan === null ? 0 : plan.keysAdded + plan.translationsAdded + plan.changed

  async function startImport() {
    if (!(await start(countAsReviewed))) return
    showToast(t('importStarted'))
    onClose()
  }

  return (
    <FormDialog
      title={t('importTitle', { count: plan === null ? files.length : plan.files + plan.failures.length })}
      onClose={onClose}
      size="large"
      act={t('importDo', { count: plan?.files ?? 0 })}
      isDisabled={isBusy || changes === 0}
      request={{ isPending: step.kind === 'starting', error }}
      onAct={() => void startImport()}
    >
      {step.kind === 'uploading' ? (
        <p className={styles.progress} role="status">
          <ProgressBar label={t('uploading')} share={step.total === 0 ? 0 : step.done / step.total} />
          {t('uploadingCount', { done: step.done, total: step.total })}
        </p>
      ) : null}
      {step.kind === 'planning' ? (
        <p className={styles.progress} role="status">
          <ProgressBar label={t('planning')} /> {t('planning')}
        </p>
      ) : null}
      {plan === null || step.kind === 'uploading' ? null : (
        <>
          <ImportSum plan={plan} />
          <Checkbox
            isSelected={mode === 'fill'}
            isDisabled={step.kind === 'starting'}
            onChange={(isFill) => void setMode(isFill ? 'fill' : 'overwrite')}
            hint={t('fillHint')}
          >
            {t('fill')}
          </Checkbox>
          <CountAsReviewed
            isSelected={countAsReviewed}
            refusal={reviewRefusal}
            onChange={setCountAsReviewed}
          />
          <ImportFailures
            project={project}
            uploads={failures}
            failures={plan.failures}
            isDisabled={isBusy}
            onPlace={(file, placement) => void place(file, placement)}
          />
          <ImportPlan
            project={project}
            parts={plan.parts}
            isDisabled={isBusy}
            onPlace={(file, placement) => void place(file, placement)}
            onLeaveOut={plan.files > 1 ? (file) => void leaveOut(file) : null}
          />
          <LeftOutFiles files={leftOut} isDisabled={isBusy} onAddAgain={(file) => void addAgain(file)} />
          <UnreadFiles paths={skipped} />
          {plan.files > 0 && changes === 0 ? <p className="muted">{t('nothingNew')}</p> : null}
        </>
      )}
    </FormDialog>
  )
}

/** A summary of all files: a key that is new in several of them is one new key. */
function ImportSum({ plan }: { readonly plan: UploadPlan }) {
  const { t } = useTranslation('files')
  const parts = [
    plan.keysAdded > 0 ? t('planAdded', { count: plan.keysAdded }) : null,
    plan.translationsAdded > 0 ? t('sumTranslations', { count: plan.translationsAdded }) : null,
    plan.changed > 0 ? t('planChanged', { count: plan.changed }) : null,
    plan.languagesAdded.length > 0 ? t('sumLanguages', { count: plan.languagesAdded.length }) : null,
    plan.unchanged > 0 ? t('planSame', { count: plan.unchanged }) : null,
  ].filter((text) => text !== null)
  return (
    <p className={styles.sum} role="status">
      {parts.join(' · ')}
    </p>
  )
}
