import type { GitStateReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { gitQueries, WAITING_AT_FIRST } from '../queries.ts'
import styles from './Sync.module.css'
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
  const failureText = useFailureText()
  const [limit, setLimit] = useState(WAITING_AT_FIRST)
  const waiting = useQuery({
    ...gitQueries.waiting(project, state.id, limit),
    enabled: state.waitingFiles > 0,
    placeholderData: (before) => before,
  })
  if (state.waitingFiles === 0) return null
  const files = waiting.data?.files ?? []
  if (waiting.data !== undefined && files.length === 0) return null
  const texts = files.reduce((sum, file) => sum + file.texts, 0)
  const isSent = state.unsentFiles === 0
  const when =
    state.mode === 'by-hand' || state.problem?.code === 'pull-request-closed'
      ? t('waiting.byHand')
      : state.isPaused
        ? t('waiting.paused')
        : state.mode === 'read-only'
          ? t('waiting.never')
          : state.sendsAt === null
            ? null
            : Date.parse(state.sendsAt) <= Date.now()
              ? t('waiting.now')
              : t('waiting.at', { when: formats.relative(state.sendsAt) })
  return (
    <section aria-labelledby="waiting-title">
      <div className={styles.headLine}>
        <h2 className={styles.heading} id="waiting-title">
          {t(isSent ? 'waiting.sent' : 'waiting.title')}{' '}
          <span className={styles.small}>
            {[
              t('waiting.count', {
                strings: t('strings', { count: texts }),
                files: t('files', { count: waiting.data?.fileCount ?? state.waitingFiles }),
              }),
              when,
            ]
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
            <div role="alert">
              <Note tone="error">{failureText(waiting.error)}</Note>
            </div>
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
        {waiting.data !== undefined && waiting.data.fileCount > limit ? (
          <div className={styles.note}>
            {limit < AT_MOST ? (
              <Button size="small" onPress={() => setLimit(AT_MOST)}>
                {t('waiting.more', { count: waiting.data.fileCount - limit })}
              </Button>
            ) : (
              t('waiting.more', { count: waiting.data.fileCount - limit })
            )}
          </div>
        ) : null}
      </div>
    </section>
  )
}
