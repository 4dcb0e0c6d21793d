import type { KeyReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ServedSummary } from '../../../components/ServedSummary.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { keyServedQuery, keyUsesQuery } from '../../../lib/server/queries.ts'
import { AliasField } from './AliasField.tsx'
import styles from './KeyPanel.module.css'
import type { FieldState } from './use-key-fields.ts'

export type KeyUseProps = {
  readonly project: string
  readonly keyNow: KeyReply
  readonly aliases: FieldState
  /** Why this person cannot change the key. */
  readonly refusal: string | null
  readonly onDone: (operationId: number | null) => void
}

/** Whether a key is still used in the code and by apps, and its aliases. */
export function KeyUse({ project, keyNow, aliases, refusal, onDone }: KeyUseProps) {
  const { t } = useTranslation(['keys', 'translations'])
  const formats = useFormats()
  // The contents of the repository are for members only.
  const canRead = useAccess().onProject('files.read') === null
  const served = useQuery({ ...keyServedQuery(project, keyNow.id), enabled: canRead }).data
  const used = useQuery({ ...keyUsesQuery(project, keyNow.id), enabled: canRead }).data
  if (served === undefined) return null
  return (
    <>
      <AliasField {...{ project, keyNow, served, refusal, onDone }} field={aliases} />
      <section className={styles.use}>
        <h2>{t('keys:use.title')}</h2>
        {used === undefined || used.scan === null ? null : (
          <p>
            {used.total === 0
              ? t('translations:context.notUsed')
              : t('keys:use.places', { count: used.total })}{' '}
            <span className={styles.about}>
              {t('keys:use.scanned', { when: formats.relative(used.scan.at) })}
            </span>
          </p>
        )}
        <ServedSummary served={served} />
      </section>
    </>
  )
}
