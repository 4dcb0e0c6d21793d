import { Check, CloudOff, HardDrive, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { announce } from '../../lib/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Tip } from '../../ui/Tip.tsx'
import styles from './SaveState.module.css'
import { saveStatus } from './save-status.ts'
import { saving } from './saving.ts'
import { useDraftKeys, useIsOnline, useIsUnkept, useSaveQueue } from './use-saving.ts'

export type SaveStateProps = { readonly project: string; readonly language: string; readonly onOpenDraft: () => void }

/** Whether what was typed is safe, and where: always on the screen, always true. A draft that is kept here can be opened from here. */
export function SaveState({ project, language, onOpenDraft }: SaveStateProps) {
  const { t } = useTranslation('translations')
  const formats = useFormats()
  const queue = useSaveQueue()
  const isOnline = useIsOnline()
  const drafts = useDraftKeys(project, language).size
  const isStorageFull = useIsUnkept()
  const status = saveStatus({ queue, isOnline, drafts, isStorageFull })
  const isWaiting = queue.length > 0
  useEffect(() => {
    if (!isWaiting) return
    return () => announce(t('status.saved'))
  }, [isWaiting, t])
  switch (status.kind) {
    case 'saved':
      return <State kind="saved" sign={<Check aria-hidden="true" />} text={t('status.saved')} />
    case 'saving':
      return <State kind="saving" sign={<RefreshCw aria-hidden="true" />} text={t('status.saving')} />
    case 'kept':
      return (
        <Tip text={t('status.openDraft')}>
          <Button look="quiet" onPress={onOpenDraft}>
            <State kind="kept" sign={<HardDrive aria-hidden="true" />} text={t('status.kept', { count: status.count })} />
          </Button>
        </Tip>
      )
    case 'not-kept':
      return <State kind="bad" sign={<TriangleAlert aria-hidden="true" />} text={t('status.notKept')} />
    case 'waiting':
      return (
        <span className={styles.waiting}>
          <State
            kind="kept"
            sign={<CloudOff aria-hidden="true" />}
            text={t(`status.${status.reason}`, { count: status.count, number: formats.number(status.count) })}
          />
          {status.reason === 'unreachable' ? (
            <Button look="quiet" size="small" onPress={saving().saver.sendNow}>
              {t('status.tryNow')}
            </Button>
          ) : null}
        </span>
      )
    default:
      return status satisfies never
  }
}

function State({ kind, sign, text }: { readonly kind: string; readonly sign: ReactNode; readonly text: string }) {
  return (
    <span className={styles.state} data-kind={kind}>
      {sign}
      <span className={styles.text}>{text}</span>
    </span>
  )
}
