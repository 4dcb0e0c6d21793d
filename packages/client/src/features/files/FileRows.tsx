import type { FileReply } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { namespaceTerm } from '../../lib/access/step-target.ts'
import table from '../../ui/Table.module.css'
import { FileState, type WaitingFor } from './FileState.tsx'
import styles from './Files.module.css'

export type FileRowsProps = {
  readonly project: string
  /** Shown above its files; null if files are not grouped. */
  readonly folder: string | null
  readonly files: readonly FileReply[]
  /** By path: what files with changes that are not in their branch yet are waiting for. */
  readonly waiting: ReadonlyMap<string, WaitingFor>
}

/** The files of one folder. The number of strings links to them. */
export function FileRows({ project, folder, files, waiting }: FileRowsProps) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  return (
    <tbody>
      {folder === null ? null : (
        <tr className={styles.folder}>
          <th colSpan={5} scope="rowgroup">
            <code dir="ltr">{folder === '' ? '/' : folder}</code>{' '}
            <span>{t('sumStrings', { count: files.reduce((sum, file) => sum + file.strings, 0) })}</span>
          </th>
        </tr>
      )}
      {files.map((file) => (
        <tr key={file.id} className={file.conflicts > 0 ? styles.open : ''}>
          <td>
            <code dir="ltr">{file.path}</code>
          </td>
          <td>
            <bdi lang={file.language} dir={directionOf(file.language)}>
              {endonym(file.language)}
            </bdi>
            {file.side === 'source' ? <span className={styles.side}> · {t('sourceSide')}</span> : null}
          </td>
          <td className={table.number} data-label={t('strings')}>
            {file.state === 'unreadable' || file.state === 'missing' ? (
              '–'
            ) : (
              <Link
                to="/p/$project/translate/$language"
                params={{ project, language: file.language }}
                search={{ q: namespaceTerm(file.namespace) }}
                aria-label={t('openStrings', { count: file.strings, file: file.path })}
              >
                {formats.number(file.strings)}
              </Link>
            )}
          </td>
          <td>
            <FileState project={project} file={file} waiting={waiting.get(file.path)} />
          </td>
          <td className={`${table.number} muted`} data-label={t('lastSync')}>
            {file.syncedAt === null ? '–' : formats.relative(file.syncedAt)}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
