import type { FileReply } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import table from '../../ui/Table.module.css'
import { FileState } from './FileState.tsx'
import styles from './Files.module.css'
import { sortFiles } from './sort-files.ts'

const AT_FIRST = 200

/** Files with their language, how much they hold, and whether they are in step. */
export function FileTable({ files }: { readonly files: readonly FileReply[] }) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const [shown, setShown] = useState(AT_FIRST)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that may scroll must be reachable by the keyboard
    <section className={table.frame} tabIndex={0} aria-label={t('files')}>
      <table className={table.table}>
        <thead>
          <tr>
            <th>{t('file')}</th>
            <th>{t('language')}</th>
            <th className={table.number}>{t('strings')}</th>
            <th>{t('state')}</th>
            <th className={table.number}>{t('lastSync')}</th>
          </tr>
        </thead>
        <tbody>
          {sortFiles(files)
            .slice(0, shown)
            .map((file) => (
              <tr key={file.id} className={file.conflicts > 0 ? styles.open : ''}>
                <td>
                  <code>{file.path}</code>
                </td>
                <td>
                  <bdi lang={file.language} dir={directionOf(file.language)}>
                    {endonym(file.language)}
                  </bdi>
                  {file.side === 'source' ? <span className={styles.side}> · {t('sourceSide')}</span> : null}
                </td>
                <td className={table.number}>
                  {file.state === 'unreadable' || file.state === 'missing' ? '–' : formats.number(file.entries)}
                </td>
                <td>
                  <FileState file={file} />
                </td>
                <td className={`${table.number} muted`}>{file.syncedAt === null ? '–' : formats.relative(file.syncedAt)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {files.length > shown ? (
        <div className={styles.more}>
          <Button onPress={() => setShown(shown + 1000)}>{t('more', { count: files.length - shown })}</Button>
        </div>
      ) : null}
    </section>
  )
}
