import type { ChannelReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Select } from '../../../ui/Select.tsx'
import { isRefused, secondsToChoose } from './channel-fields.ts'

type Times = Pick<ChannelReply['settings'], 'cacheSeconds' | 'staleSeconds'>

const USUAL = {
  cacheSeconds: [0, 10, 60, 300, 900, 3600, 86_400],
  staleSeconds: [0, 60, 600, 3600, 86_400, 604_800],
} as const satisfies Record<keyof Times, readonly number[]>

export type ChannelCachingProps = {
  readonly times: Times
  /** Why saving was refused; null if it was not. */
  readonly error: unknown
  readonly onChange: (times: Partial<Times>) => void
}

/** How long browsers and caches can continue to use a file. */
export function ChannelCaching({ times, error, onChange }: ChannelCachingProps) {
  const { t } = useTranslation('releases')
  const formats = useFormats()
  return (['cacheSeconds', 'staleSeconds'] as const).map((setting) => (
    <Select
      key={setting}
      label={t(`field.${setting}`)}
      hint={t(`field.${setting}Hint`)}
      problem={isRefused(error, setting) ? t('field.secondsRefused') : undefined}
      options={secondsToChoose(USUAL[setting], times[setting]).map((seconds) => ({
        id: String(seconds),
        name: seconds === 0 ? t('field.notAtAll') : formats.duration(seconds),
      }))}
      value={String(times[setting])}
      onChange={(id) => onChange({ [setting]: Number(id) })}
    />
  ))
}
