import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { useReleaseWords } from '../release/use-release-words.ts'

const SHARES = [100, 50, 25, 10, 5, 1] as const

export type ShareChoiceProps = {
  readonly value: number
  readonly onChange: (percent: number) => void
}

/** Chooses how many readers of a channel get a release first. */
export function ShareChoice({ value, onChange }: ShareChoiceProps) {
  const { t } = useTranslation('releases')
  const words = useReleaseWords()
  return (
    <Select
      label={t('share.label')}
      hint={value === 100 ? undefined : t('share.hint')}
      options={SHARES.map((percent) => ({
        id: String(percent),
        name: percent === 100 ? t('share.everyone') : t('share.some', { share: words.share(percent) }),
      }))}
      value={String(value)}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
