import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import styles from './Sync.module.css'
import { useSourceActions } from './use-source-actions.ts'

export type DisconnectProps = {
  readonly project: string
  readonly source: number
  readonly onDone: () => void
}

/** Disconnects a repository after confirmation. */
export function Disconnect({ project, source, onDone }: DisconnectProps) {
  const { t } = useTranslation(['git', 'common', 'files'])
  const [isAsking, setIsAsking] = useState(false)
  const { disconnect } = useSourceActions(project, source)
  return (
    <section className={styles.part} aria-label={t('disconnect')}>
      <h3>{t('disconnect')}</h3>
      <p className="muted">{t('disconnectAbout')}</p>
      <div className={styles.line}>
        {isAsking ? (
          <>
            <Button
              look="danger"
              size="small"
              isPending={disconnect.isPending}
              onPress={() => disconnect.mutate(undefined, { onSuccess: onDone })}
            >
              {t('disconnectYes')}
            </Button>
            <Button size="small" onPress={() => setIsAsking(false)}>
              {t('common:cancel')}
            </Button>
          </>
        ) : (
          <Button size="small" onPress={() => setIsAsking(true)}>
            {t('disconnect')}
          </Button>
        )}
      </div>
    </section>
  )
}
