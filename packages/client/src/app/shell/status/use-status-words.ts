import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { Status } from '../../../lib/status/status.ts'

/** Returns the texts for a status: a few words for the button, a sentence for the panel below it. */
export function useStatusWords(): (status: Status) => { readonly text: string; readonly about: string } {
  const { t } = useTranslation('status')
  const formats = useFormats()
  return (status) => {
    const { kind, count } = status
    const text =
      kind === 'job'
        ? [t('now.job', { count }), status.share === null ? '' : formats.percent(status.share)]
            .join(' ')
            .trim()
        : (kind === 'offline' || kind === 'unreachable') && count === 0
          ? t('now.offlineOnly')
          : t(`now.${kind}`, { count })
    return { text, about: t(`about.${kind}`) }
  }
}
