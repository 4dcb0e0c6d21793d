import { type AuditEntryReply, rightsSchema } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { useChangeWords } from '../../components/use-change-words.ts'
import { useFormats } from '../../i18n/formats.ts'
import { rolesIn } from '../../lib/access/roles-in.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './AuditLog.module.css'
import { auditSentence } from './audit-sentence.ts'

export type AuditRowProps = {
  readonly entry: AuditEntryReply
  /** Undoes a change of rights. */
  readonly onUndo: (entry: AuditEntryReply) => void
}

/** One entry of the audit log: a sentence, with the details to open. */
export function AuditRow({ entry, onUndo }: AuditRowProps) {
  const { t } = useTranslation('audit')
  const formats = useFormats()
  const actorName = useActorName()
  const rightsWords = useChangeWords()
  const { at, actor, address, tokenId, details, project, projectName, kind, canUndo } = entry
  const more = Object.entries(details)
  const sentence = auditSentence(entry, t, { actor: actorName(actor) ?? t('nobody'), rightsWords })
  return (
    <tr>
      <td className={styles.time}>
        <time dateTime={at}>{formats.dateTime(at)}</time>
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
              {more.map(([name, value]) => (
                <div key={name}>
                  <dt>{t(`detail.${name}`, { defaultValue: name })}</dt>
                  <dd>
                    <Value value={value} />
                  </dd>
                </div>
              ))}
              <div>
                <dt>{t('column.what')}</dt>
                <dd dir="ltr">
                  <code>{kind}</code>
                </dd>
              </div>
            </dl>
          </details>
        )}
      </td>
      <td>
        <bdi>{projectName ?? project ?? ''}</bdi>
      </td>
      <td className={styles.time} dir="ltr">
        {address ?? ''}
        {tokenId === null ? null : <small className="muted"> {t('token', { id: tokenId })}</small>}
      </td>
      <td className={styles.acts}>
        {canUndo ? (
          <Button size="small" aria-label={t('undoNamed', { sentence })} onPress={() => onUndo(entry)}>
            {t('undo')}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

/** A value of the details: rights in words, lists as lists, anything else as it was stored. */
function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation(['audit', 'members'])
  const formats = useFormats()
  const rights = rightsSchema.safeParse(value)
  if (rights.success)
    return formats.list(
      rolesIn(rights.data).map(({ role, languages, namespaces }) => {
        const limits = [...(languages ?? []).map(formats.languageName), ...(namespaces ?? [])]
        const name = t(`members:roles.${role}`)
        return limits.length === 0 ? name : `${name} (${formats.sideBySide(limits)})`
      }),
    )
  if (value === null) return t('none-of-it')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return formats.number(value)
  if (typeof value === 'string')
    return <bdi>{/^\d{4}-\d\d-\d\dT/.test(value) ? formats.dateTime(value) : value}</bdi>
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.length === 0 ? t('none-of-it') : <bdi>{formats.list(value)}</bdi>
  return <code dir="ltr">{JSON.stringify(value)}</code>
}
