import type { ProjectReply } from '@dragoman/contract'
import { AUDIENCES, SHARED_ROLES } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { useProjectUpdate } from './queries.ts'
import styles from './Settings.module.css'

/** Who may see the project beside its members, and whether they may suggest. */
export function SharingSection({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('project.manage')
  const failureText = useFailureText()
  const update = useProjectUpdate(project.slug, () => showToast(t('saved')))
  const { sharing } = project
  // There is no page for visitors yet: `everyone` is for programs, which set it by the API.
  const offered = AUDIENCES.filter((one) => one !== 'everyone' || sharing.with === one)
  return (
    <section className={styles.section}>
      <h2>{t('sharing.title')}</h2>
      <div className={styles.form}>
        {update.error === null ? null : (
          <div role="alert">
            <Note tone="error">{failureText(update.error)}</Note>
          </div>
        )}
        <Select
          label={t('sharing.with')}
          hint={t('sharing.hint')}
          isDisabled={refusal !== null}
          value={sharing.with}
          onChange={(id) =>
            update.mutate({
              sharing: { ...sharing, with: AUDIENCES.find((one) => one === id) ?? sharing.with },
            })
          }
          options={offered.map((id) => ({ id, name: t(`sharing.${id}`) }))}
        />
        {sharing.with === 'members' ? null : (
          <Select
            label={t('sharing.may')}
            isDisabled={refusal !== null}
            value={sharing.role}
            onChange={(id) =>
              update.mutate({
                sharing: { ...sharing, role: SHARED_ROLES.find((one) => one === id) ?? sharing.role },
              })
            }
            options={SHARED_ROLES.map((id) => ({ id, name: t(`sharing.${id}`) }))}
          />
        )}
      </div>
    </section>
  )
}
