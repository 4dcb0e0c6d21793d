import type { ProjectReply } from '@dragoman/contract'
import { AUDIENCES, SHARED_ROLES, VISITOR_ADDRESSES, type VisitorAddress } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { useProjectUpdate } from './queries.ts'
import styles from './Settings.module.css'

const ADDRESS_TEXTS = {
  none: 'sharing.addressNone',
  given: 'sharing.addressGiven',
  confirmed: 'sharing.addressConfirmed',
} as const satisfies Readonly<Record<VisitorAddress, string>>

/** Who may see the project besides its members, and whether they may suggest. */
export function SharingSection({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('project.manage')
  const failureText = useFailureText()
  const update = useProjectUpdate(project.slug, () => showToast(t('saved')))
  const { sharing } = project
  const settings = update.isPending ? { ...project.settings, ...update.variables.settings } : project.settings
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
          options={AUDIENCES.map((id) => ({ id, name: t(`sharing.${id}`) }))}
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
        {sharing.with === 'members' ? null : (
          <Checkbox
            isSelected={settings.showNames}
            isDisabled={refusal !== null}
            onChange={(showNames) => update.mutate({ settings: { showNames } })}
            hint={t('sharing.showNamesHint')}
          >
            {t('sharing.showNames')}
          </Checkbox>
        )}
        {sharing.with === 'everyone' ? (
          <>
            {sharing.role === 'suggester' ? (
              <Select
                label={t('sharing.visitors')}
                hint={t('sharing.addressHint')}
                isDisabled={refusal !== null}
                value={settings.visitorAddress}
                onChange={(id) =>
                  update.mutate({
                    settings: {
                      visitorAddress: VISITOR_ADDRESSES.find((one) => one === id) ?? settings.visitorAddress,
                    },
                  })
                }
                options={VISITOR_ADDRESSES.map((id) => ({ id, name: t(ADDRESS_TEXTS[id]) }))}
              />
            ) : null}
            <Checkbox
              isSelected={settings.indexed}
              isDisabled={refusal !== null}
              onChange={(indexed) => update.mutate({ settings: { indexed } })}
            >
              {t('sharing.indexed')}
            </Checkbox>
            <div>
              <p className="muted">{t('sharing.publicPage')}</p>
              <CopyLine text={`${location.origin}/p/${project.slug}/overview`} />
            </div>
          </>
        ) : null}
      </div>
    </section>
  )
}
