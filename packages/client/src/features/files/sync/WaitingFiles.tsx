import type { GitStateReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { gitQueries, WAITING_AT_FIRST } from '../queries.ts'
import styles from './Sync.module.css'
import { summarizeWaiting, type WaitingSummary, waitingTime } from './summarize-waiting.ts'
import { WaitingFile } from './WaitingFile.tsx'

const AT_MOST = 100
/** Up to this number, files are shown with their differences immediately. */
const OPEN_AT_FIRST = 1

export type WaitingFilesProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly send: React.ReactNode
}

/** Changes that are saved here and not in the branch yet, file by file. */
export function WaitingFiles({ project, state, send }: WaitingFilesProps) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const saysCount = useCountText()
  const [limit, setLimit] = useState(WAITING_AT_FIRST)
  const waiting = useQuery({
    ...gitQueries.waiting(project, state.id, limit),
    enabled: state.waitingFiles > 0,
    placeholderData: (before) => before,
  })
  if (state.waitingFiles === 0) return null
  const files = waiting.data?.files ?? []
  if (waiting.data !== undefined && files.length === 0) return null
  const summary = waiting.data === undefined ? null : summarizeWaiting(waiting.data)
  const isSent = summary?.isSent ?? state.unsentFiles === 0
  const time = isSent ? null : waitingTime(state, Date.now())
  const when =
    time === 'at' && state.sendsAt !== null
      ? t('waiting.at', { when: formats.relative(state.sendsAt) })
      : time && t(`waiting.${time}`)
  const hidden = (waiting.data?.paths.length ?? 0) - files.length
  return (
    <section aria-labelledby="waiting-title">
      <div className={styles.headLine}>
        <h2 className={styles.heading} id="waiting-title">
          {t(isSent ? 'waiting.sent' : 'waiting.title')}{' '}
          <span className={styles.small}>
            {[...(summary === null ? [] : saysCount(summary)), when]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </h2>
        {isSent ? null : send}
      </div>
      <div className={styles.panel}>
        {waiting.data === undefined ? (
          waiting.error === null ? (
            <Skeleton rows={3} />
          ) : (
            <ErrorLine error={waiting.error} />
          )
        ) : (
          files.map((file, index) => (
            <WaitingFile
              key={file.path}
              file={file}
              isOpenAtFirst={index < OPEN_AT_FIRST}
              saysIfSent={!isSent}
            />
          ))
        )}
        {hidden > 0 ? (
          <div className={styles.note}>
            {limit < AT_MOST ? (
              <Button size="small" onPress={() => setLimit(AT_MOST)}>
                {t('waiting.more', { count: hidden })}
              </Button>
            ) : (
              t('waiting.more', { count: hidden })
            )}
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** Returns the parts of the sentence that counts what is waiting; it claims nothing about what is not loaded. */
function useCountText(): (summary: WaitingSummary) => readonly string[] {
  const { t } = useTranslation(['git', 'files'])
  return ({ strings: count, countedFiles, files, uncounted, sentFiles }) => {
    const strings = t('strings', { count })
    const isAll = countedFiles + uncounted === files
    return [
      isAll
        ? t('waiting.count', { strings, files: t('files', { count: countedFiles }) })
        : t('waiting.countOfFirst', {
            strings,
            shown: countedFiles,
            files: t('files:sumFiles', { count: files }),
          }),
      ...(uncounted === 0 ? [] : [t('waiting.uncounted', { count: uncounted })]),
      ...(sentFiles === 0
        ? []
        : [t('waiting.alsoSent', { files: t('files:sumFiles', { count: sentFiles }) })]),
    ]
  }
}
