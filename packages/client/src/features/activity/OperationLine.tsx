import type { OperationReply } from '@dragoman/contract'
import { FolderSync, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { personColor } from '../../components/person-color.ts'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import styles from './Activity.module.css'
import { describeOperation } from './describe-operation.ts'

/** `what`: what several operations did, in place of what the one says. */
export type OperationLineProps = {
  readonly operation: OperationReply
  readonly when: string
  readonly what?: string
  readonly children?: ReactNode
}

/** Who did what, when. */
export function OperationLine({ operation, when, what, children }: OperationLineProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const { name, id } = operation.actor
  const { key, origin } = operation.summary
  const isFolder = id?.startsWith('sync:') ?? false
  const pieces = what === undefined ? describeOperation(operation, t, formats) : []
  return (
    <>
      {isFolder || operation.kind === 'undo' ? (
        <span
          className={styles.avatar}
          style={{ background: isFolder ? 'var(--ink-2)' : personColor(id, name) }}
          aria-hidden="true"
        >
          {isFolder ? <FolderSync /> : <Undo2 />}
        </span>
      ) : (
        <Avatar id={id} name={name} />
      )}
      <div className={styles.text}>
        <p>
          <b>
            <bdi>{isFolder ? t('folder') : name}</bdi>
          </b>{' '}
          {what ?? t(`kind.${operation.kind}`)}{' '}
          {key === undefined || what !== undefined ? null : <code dir="ltr">{shownKeyName(key.name)}</code>}
          {origin === undefined || key !== undefined ? null : <code title={origin}>{lastPart(origin)}</code>}
        </p>
        <p className="muted">
          {[...pieces, when].join(' · ')}
          {operation.undoneBy === null ? null : ` · ${t('undone')}`}
        </p>
      </div>
      {children}
    </>
  )
}

/** The end of a path: what tells it from others. */
function lastPart(path: string): string {
  return path.split(/[/\\]/).slice(-2).join('/')
}
