import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../../components/lazy-part.tsx'
import type { Status } from '../../../lib/status/status.ts'
import styles from './Status.module.css'
import { StatusSign } from './StatusSign.tsx'
import { useJobNotices } from './use-job-notices.ts'
import { useShownStatus } from './use-shown-status.ts'
import { useGeneralStatus, useProjectStatus } from './use-status.ts'
import { useStatusAnnouncer } from './use-status-announcer.ts'
import { useStatusWords } from './use-status-words.ts'

const StatusPopover = lazyDialog(async () => (await import('./StatusPopover.tsx')).StatusPopover)

/** The save status of a project: what is typed, stored, sent, saved and written. Opens the details. */
export function ProjectStatus({ project }: { readonly project: string }) {
  useJobNotices(project)
  return <StatusButton status={useProjectStatus(project)} project={project} />
}

/** The save status on screens outside a project. */
export function GeneralStatus() {
  return <StatusButton status={useGeneralStatus()} project={null} />
}

function StatusButton({ status, project }: { readonly status: Status; readonly project: string | null }) {
  const { t } = useTranslation('status')
  const words = useStatusWords()
  const shown = useShownStatus(status)
  const { text } = words(shown)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useStatusAnnouncer(shown.kind, text)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-kind={shown.kind}
        aria-label={t('label', { status: text })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <StatusSign status={shown} />
        <span className={styles.text}>{text}</span>
      </button>
      {isOpen ? (
        <StatusPopover trigger={button} status={shown} project={project} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  )
}
