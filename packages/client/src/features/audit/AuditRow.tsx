import type { AuditEntryReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import styles from './AuditLog.module.css'

/** One entry of the audit log. */
export function AuditRow({ entry }: { readonly entry: AuditEntryReply }) {
  const { t } = useTranslation('audit')
  const formats = useFormats()
  const { at, kind, actor, target, project, address, tokenId, details } = entry
  const more = Object.entries(details)
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={at}>{formats.dateTime(at)}</time>
      </td>
      <td>
        {actor === null ? (
          <span className="muted">{t('nobody')}</span>
        ) : (
          <span className={styles.who}>
            <Avatar id={actor.id} name={actor.name} size={20} />
            <ActorName actor={actor} />
          </span>
        )}
      </td>
      <td>{t(`kind.${kind.replace('.', '-')}`, { defaultValue: kind })}</td>
      <td>
        <bdi className={styles.target}>{target}</bdi>
        {project === null || project === target ? null : (
          <small className="muted">
            {' '}
            <bdi dir="ltr">{project}</bdi>
          </small>
        )}
        {more.length === 0 ? null : (
          <details className={styles.details}>
            <summary>{t('details')}</summary>
            <dl>
              {more.map(([name, value]) => (
                <div key={name} dir="ltr">
                  <dt>{name}</dt>
                  <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </td>
      <td className={styles.time} dir="ltr">
        {address ?? ''}
        {tokenId === null ? null : <small className="muted"> {t('token', { id: tokenId })}</small>}
      </td>
    </tr>
  )
}
