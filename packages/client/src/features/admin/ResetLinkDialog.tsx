import type { PersonReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ResetLink } from './queries.ts'

/** The link with which someone sets a new password, to pass on. It is shown only once: another one replaces it. */
export function ResetLinkDialog({
  person: { name },
  made: { link, expiresAt },
  onClose,
}: {
  readonly person: Pick<PersonReply, 'name'>
  readonly made: ResetLink
  readonly onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  return (
    <Dialog
      title={t('people.resetTitle', { name })}
      onClose={onClose}
      actions={null}
      cancelLabel={t('people.resetClose')}
    >
      <p>{t('people.resetAbout', { name, time: formats.dateTime(expiresAt) })}</p>
      <CopyLine text={link} isOnce />
    </Dialog>
  )
}
