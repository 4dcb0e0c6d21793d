import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { sessionMutations } from './queries.ts'
import styles from './SessionFrame.module.css'

/** Confirms an address by the code in a link; requires a click, because email scanners follow links too. */
export function ConfirmAddress({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const { t } = useTranslation('session')
  const confirm = useMutation({ mutationFn: () => sessionMutations.confirmAddress(code) })
  return (
    <div className={styles.form}>
      <ErrorLine error={confirm.error} />
      {confirm.data === undefined ? null : (
        <div role="status">
          <Note tone="plain">{t('confirmed', { address: confirm.data.address })}</Note>
        </div>
      )}
      <div className={styles.choices}>
        {confirm.data === undefined ? (
          <Button look="primary" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
            {t('confirm')}
          </Button>
        ) : (
          <Button look="primary" onPress={onDone}>
            {t('proceed')}
          </Button>
        )}
      </div>
    </div>
  )
}
