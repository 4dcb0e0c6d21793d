import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import type { Status } from '../../../lib/status/status.ts'

/** The words for a status: a few for the indicator, a sentence for the panel under it. */
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
