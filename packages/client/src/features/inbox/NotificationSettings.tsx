import { MAIL_TIMES, NOTIFICATION_KINDS } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'

import styles from './Inbox.module.css'
import { inboxQueries } from './queries.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** A project without its own setting. */
const AS_GENERAL = 'as-general'

/** What a person is notified of, and when by email; each change is saved immediately. */
export function NotificationSettings() {
  const { t } = useTranslation('inbox')
  const { data, error, refetch } = useQuery(inboxQueries.settings())
  const { data: listed } = useQuery(inboxQueries.projects())
  const save = useSaveSettings()
  const general = data?.settings.find(({ project }) => project === null)
  if (data === undefined || general === undefined) return <Loading error={error} onRetry={refetch} rows={4} />
  const others = (listed?.projects ?? []).filter(
    ({ slug }) => !data.settings.some(({ project }) => project?.slug === slug),
  )
  return (
    <div className={styles.settings}>
      {data.hasEmail && data.hasAddress ? null : (
        <Note tone="plain">{t(data.hasEmail ? 'settings.noAddress' : 'settings.noMail')}</Note>
      )}
      {data.settings.map(({ project, mail }) => (
        <section key={project?.slug ?? ''} className={styles.setting}>
          {project === null ? null : (
            <h3>
              <bdi>{project.name}</bdi>
            </h3>
          )}
          <Select
            label={t('settings.mail')}
            options={[
              ...(project === null ? [] : [{ id: AS_GENERAL, name: t('settings.asGeneral') }]),
              ...MAIL_TIMES.map((time) => ({ id: time, name: t(`settings.time.${time}`) })),
            ]}
            value={mail ?? AS_GENERAL}
            onChange={(time) => {
              const chosen = MAIL_TIMES.find((known) => known === time) ?? null
              save(project, () => ({ mail: chosen }))
            }}
          />
        </section>
      ))}
      {others.length === 0 ? null : (
        <Select
          label={t('settings.addProject')}
          placeholder={t('settings.chooseProject')}
          value={null}
          options={others.map(({ slug, name }) => ({ id: slug, name }))}
          onChange={(slug) => {
            const project = others.find((one) => one.slug === slug)
            if (project !== undefined) save({ slug: project.slug, name: project.name }, () => ({}))
          }}
        />
      )}
      <fieldset className={styles.kinds}>
        <legend>{t('settings.kinds')}</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isSelected={!general.muted.includes(kind)}
            onChange={(isWanted) =>
              save(null, ({ muted }) => ({
                muted: isWanted ? muted.filter((one) => one !== kind) : [...muted, kind],
              }))
            }
          >
            {t(`kind.${kind}`)}
          </Checkbox>
        ))}
      </fieldset>
    </div>
  )
}
