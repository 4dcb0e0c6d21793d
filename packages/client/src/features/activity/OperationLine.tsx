import type { OperationReply } from '@dragoman/contract'
import { FolderSync, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/shown-key-name.ts'
import { initials } from '../../ui/initials.ts'
import styles from './Activity.module.css'
import { describeOperation } from './describe-operation.ts'

export type OperationLineProps = { readonly operation: OperationReply; readonly when: string; readonly children?: ReactNode }

/** Who did what, when. */
export function OperationLine({ operation, when, children }: OperationLineProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const { key, origin } = operation.summary
  const isFolder = operation.kind === 'sync' || /[/\\]/.test(operation.author) || origin?.split(/[/\\]/).at(-1) === operation.author
  const pieces = describeOperation(operation, t, formats)
  return (
    <>
      <span className={styles.avatar} style={{ background: isFolder ? 'var(--ink-2)' : colorOf(operation.author) }} aria-hidden="true">
        {isFolder ? <FolderSync /> : operation.kind === 'undo' ? <Undo2 /> : initials(operation.author)}
      </span>
      <div className={styles.text}>
        <p>
          <b>
            <bdi>{isFolder ? t('folder') : operation.author}</bdi>
          </b>{' '}
          {t(`kind.${operation.kind}`)} {key === undefined ? null : <code>{shownKeyName(key.name)}</code>}
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

const COLORS = ['var(--violet)', 'var(--jade)', 'var(--rust)', 'var(--lapis)', 'var(--amber)']

/** The end of a path: what tells it from others. */
function lastPart(path: string): string {
  return path.split(/[/\\]/).slice(-2).join('/')
}

/** The same person has the same colour everywhere. */
function colorOf(name: string): string {
  let sum = 0
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973
  return COLORS[sum % COLORS.length] ?? 'var(--violet)'
}
