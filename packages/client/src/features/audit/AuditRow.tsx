import type { AuditEntryReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './AuditLog.module.css'
import { auditDetails } from './audit-details.ts'
import { auditSentence } from './audit-sentences.ts'
import { useAuditWords } from './use-audit-words.ts'

export type AuditRowProps = {
  readonly entry: AuditEntryReply
  /** Whether the log has entries of several projects. */
  readonly namesProject: boolean
  /** Undoes a change of rights. */
  readonly onUndo: (entry: AuditEntryReply) => void
}

/** One entry of the audit log: a sentence, with the details to open. */
export function AuditRow({ entry, namesProject, onUndo }: AuditRowProps) {
  const { t } = useTranslation('audit')
  const words = useAuditWords(entry)
  const { at, actor, address, tokenId, projectName, canUndo } = entry
  const sentence = auditSentence(entry, words)
  const more = auditDetails(entry, words)
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={at}>{words.formats.dateTime(at)}</time>
      </td>
      <td>
        <span className={styles.who}>
          <Avatar id={actor?.id ?? null} name={actor?.name ?? ''} size={20} />
          <span className={styles.target}>{sentence}</span>
        </span>
        {more.length === 0 ? null : (
          <details className={styles.details}>
            <summary>{t('details')}</summary>
            <dl>
              {more.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </td>
      {namesProject ? (
        <td>
          <bdi>{projectName ?? ''}</bdi>
        </td>
      ) : null}
      <td className={styles.time} dir="ltr">
        {address ?? ''}
        {tokenId === null ? null : <small className="muted"> {t('byToken')}</small>}
      </td>
      <td className={styles.acts}>
        {canUndo ? (
          <Button size="small" aria-label={t('undoNamed', { sentence })} onPress={() => onUndo(entry)}>
            {t('common:undo')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}
