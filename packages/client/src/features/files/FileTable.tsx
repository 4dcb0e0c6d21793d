import type { FileReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import table from '../../ui/Table.module.css'
import { TableFrame } from '../../ui/TableFrame.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FileRows } from './FileRows.tsx'
import type { WaitingFor } from './FileState.tsx'
import styles from './Files.module.css'
import { type FileOrder, filterFiles, groupByFolder, sortFiles } from './sort-files.ts'

const NONE: ReadonlyMap<string, WaitingFor> = new Map()
const AT_FIRST = 200
/** From this number on, files are grouped by folder and can be filtered. */
const MANY = 13
const ORDERS: readonly FileOrder[] = ['attention', 'path', 'language', 'strings']

/** Files with their language, number of strings, and whether they are up to date. */
export function FileTable({
  project,
  files,
  waiting = NONE,
}: {
  readonly project: string
  readonly files: readonly FileReply[]
  /** Paths of files with changes that are not in their branch yet. */
  readonly waiting?: ReadonlyMap<string, WaitingFor>
}) {
  const { t } = useTranslation('files')
  const [shown, setShown] = useState(AT_FIRST)
  const [text, setText] = useState('')
  const [order, setOrder] = useState<FileOrder>('attention')
  const isMany = files.length >= MANY
  const found = filterFiles(files, text)
  const sorted = sortFiles(found, order)
  const groups =
    isMany && order !== 'strings'
      ? groupByFolder(sorted.slice(0, shown))
      : [{ folder: '', files: sorted.slice(0, shown) }]
  const strings = found.reduce((sum, file) => sum + file.strings, 0)
  return (
    <>
      {isMany ? (
        <div className={styles.tools}>
          <TextField
            label={t('filterFiles')}
            labelHidden
            placeholder={t('filterFiles')}
            value={text}
            onChange={setText}
            type="search"
          />
          <Select
            label={t('order.label')}
            labelHidden
            value={order}
            onChange={setOrder}
            options={ORDERS.map((id) => ({ id, name: t(`order.${id}`) }))}
          />
        </div>
      ) : null}
      <TableFrame label={t('files')}>
        <table className={`${table.table} ${styles.stacked}`}>
          <TableHead />
          {groups.map((group) => (
            <FileRows
              key={group.folder}
              project={project}
              folder={groups.length > 1 ? group.folder : null}
              files={group.files}
              waiting={waiting}
            />
          ))}
        </table>
        {found.length > shown ? (
          <div className={styles.more}>
            <Button onPress={() => setShown(shown + 1000)}>
              {t('more', { count: found.length - shown })}
            </Button>
          </div>
        ) : null}
      </TableFrame>
      <p className={styles.sum} role="status">
        {t('sum', {
          files: t('sumFiles', { count: found.length }),
          strings: t('sumStrings', { count: strings }),
        })}
      </p>
    </>
  )
}

function TableHead() {
  const { t } = useTranslation('files')
  return (
    <thead>
      <tr>
        <th>{t('file')}</th>
        <th>{t('language')}</th>
        <th className={table.number}>{t('strings')}</th>
        <th>{t('state')}</th>
        <th className={table.number}>{t('lastSync')}</th>
      </tr>
    </thead>
  )
}
