import { CircleHelp, MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import styles from './CommentsSign.module.css'
import { useOpenComments } from './use-open-comments.ts'

export type CommentsSignProps = {
  readonly project: string
  readonly language: string
  readonly keyId: number
}

/** The number of comments on a string, and whether a question is open; for a button that opens them. */
export function CommentsSign({ project, language, keyId }: CommentsSignProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const counts = useOpenComments(project, language, [[keyId]]).get(keyId)
  return (
    <>
      <MessageSquareText aria-hidden="true" />
      {t('side.comments')} {counts === undefined ? null : formats.number(counts.comments)}
      {counts === undefined || counts.questions === 0 ? null : (
        <span className={styles.questions}>
          <CircleHelp aria-hidden="true" />
          {t('row.questions', { count: counts.questions })}
        </span>
      )}
    </>
  )
}

/** The number of comments on a string, without words; nothing if there are none. */
export function CommentsNumber({ project, language, keyId }: CommentsSignProps) {
  const formats = useFormats()
  const counts = useOpenComments(project, language, [[keyId]]).get(keyId)
  return counts === undefined ? null : formats.number(counts.comments)
}
