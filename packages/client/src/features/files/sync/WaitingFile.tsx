import type { WaitingFileReply } from '@dragoman/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/Avatar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { LineDiff } from './LineDiff.tsx'
import styles from './Sync.module.css'

const SHOWN_PEOPLE = 4

/** One file: its path, how much of it changed and by whom; its lines when opened. */
export function WaitingFile({
  file,
  isOpenAtFirst,
  saysIfSent,
}: {
  readonly file: WaitingFileReply
  readonly isOpenAtFirst: boolean
  /** Whether sent files are labelled, which is unnecessary if all of them were sent. */
  readonly saysIfSent: boolean
}) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const id = useId()
  const { path, kind, hunks, people, linesAdded, linesRemoved, isWhole } = file
  const lines = Math.max(linesAdded, linesRemoved)
  return (
    <div className={styles.file}>
      <button
        type="button"
        className={styles.fileHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <ChevronDown data-open="" aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        <code dir="ltr">{path}</code>
        <span className={styles.small}>
          {[
            kind === 'changed' ? t('waiting.lines', { count: lines }) : t(`waiting.${kind}`),
            ...(saysIfSent && file.isSent ? [t('waiting.sent')] : []),
          ].join(' · ')}
        </span>
        <span className={styles.people}>
          {people.slice(0, SHOWN_PEOPLE).map((one) => (
            <Avatar key={one.id ?? one.name} id={one.id} name={one.name} size={20} />
          ))}
          <span className="visually-hidden">{formats.list(people.map(({ name }) => name))}</span>
        </span>
      </button>
      {isOpen ? (
        <div id={id}>
          {hunks.length === 0 ? (
            <p className={styles.note}>{t('waiting.noLines')}</p>
          ) : (
            <LineDiff hunks={hunks} />
          )}
          {isWhole ? null : <p className={styles.note}>{t('waiting.cut')}</p>}
        </div>
      ) : null}
    </div>
  )
}
