import { useTranslation } from 'react-i18next'
import { Message } from '../../../components/Message.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { shownForm } from '../../../lib/text/shown-form.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './LeftOutDialog.module.css'
import { leftOutReason } from './left-out-reason.ts'
import type { LeftOutText } from './use-bulk-texts.ts'

export type LeftOutDialogProps = {
  readonly texts: readonly LeftOutText[]
  readonly onGo: (keyId: number, language: string) => void
  readonly onClose: () => void
}

/** The pasted texts that were left out, each with the reason and a link to its cell. */
export function LeftOutDialog({ texts, onGo, onClose }: LeftOutDialogProps) {
  const { t } = useTranslation(['keys', 'issues', 'common'])
  const formats = useFormats()
  return (
    <Dialog
      title={t('keys:paste.leftOut', { count: texts.length })}
      onClose={onClose}
      actions={null}
      cancelLabel={t('common:close')}
    >
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={`${text.keyId} ${text.language}`}>
            <span className={styles.where}>
              <code dir="ltr">{shownKeyName(text.keyName)}</code>{' '}
              <span className="muted">{formats.languageName(text.language)}</span>
            </span>
            <Button size="small" onPress={() => onGo(text.keyId, text.language)}>
              {t('keys:paste.go')}
            </Button>
            <Message text={shownForm(text.forms)} language={text.language} />
            <span className={styles.reason}>{leftOutReason(text, t)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
