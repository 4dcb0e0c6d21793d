import { useTranslation } from 'react-i18next'
import { useCopy } from '../../lib/notices/use-copy.ts'
import { saveFile } from '../../lib/server/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './Account.module.css'

/** Recovery codes, shown once: to copy or to save as a file. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) {
  const { t } = useTranslation('account')
  const { isCopied, copy } = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <div role="status">
        <Note tone="warning">{t('recoveryAbout')}</Note>
      </div>
      <ul className={styles.codes} aria-label={t('recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.line}>
        <Button onPress={() => void copy(text)}>{t(isCopied ? 'common:copied' : 'common:copy')}</Button>
        <Button onPress={() => saveFile({ fileName: 'dragoman-recovery-codes.txt', content: btoa(text) })}>
          {t('recoveryDownload')}
        </Button>
        <Button look="primary" onPress={onDone}>
          {t('recoveryDone')}
        </Button>
      </div>
    </>
  )
}
