import { isFailure } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { unsentAnswer } from '../../../components/unsent-answer.ts'
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
  const unsent = unsentAnswer(disconnect)
  const cancel = () => {
    setIsAsking(false)
    disconnect.reset()
  }
  return (
    <section className={styles.part} aria-label={t('disconnect')}>
      <h3>{t('disconnect')}</h3>
      <p className="muted">{t('disconnectAbout')}</p>
      <ErrorLine error={isFailure(disconnect.error, 'unsent-texts') ? disconnect.error : null} />
      <div className={styles.line}>
        {isAsking ? (
          <>
            <Button
              look="danger"
              size="small"
              isPending={disconnect.isPending}
              onPress={() => disconnect.mutate(unsent, { onSuccess: onDone })}
            >
              {t(unsent === undefined ? 'disconnectYes' : 'common:unsent.discardAndDisconnect')}
            </Button>
            <Button size="small" onPress={cancel}>
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
