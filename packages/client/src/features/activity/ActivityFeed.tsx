import type { OperationReply } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import styles from './Activity.module.css'
import { OperationLine } from './OperationLine.tsx'

/** The latest operations, short. */
export function ActivityFeed({ project, operations }: { readonly project: string; readonly operations: readonly OperationReply[] }) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  if (operations.length === 0) return <p className="muted">{t('none')}</p>
  return (
    <>
      <ul className={styles.feed}>
        {operations.map((operation) => (
          <li key={operation.id} className={styles.line}>
            <OperationLine operation={operation} when={formats.relative(operation.at)} />
          </li>
        ))}
      </ul>
      <p>
        <Link to="/p/$project/activity" params={{ project }}>
          {t('all')}
        </Link>
      </p>
    </>
  )
}
