import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'

export type ChannelOriginsProps = {
  /** One origin per line; null: any origin. */
  readonly lines: string | null
  /** What is wrong with them. */
  readonly problem: string | undefined
  readonly onChange: (lines: string | null) => void
}

/** The origins whose pages can read the files of a channel in a browser. */
export function ChannelOrigins({ lines, problem, onChange }: ChannelOriginsProps) {
  const { t } = useTranslation('releases')
  return (
    <>
      <Select
        label={t('field.origins')}
        hint={t('field.originsHint')}
        options={(['any', 'listed'] as const).map((id) => ({ id, name: t(`origins.${id}`) }))}
        value={lines === null ? 'any' : 'listed'}
        onChange={(id) => onChange(id === 'any' ? null : (lines ?? ''))}
      />
      {lines === null ? null : (
        <TextField
          label={t('field.originLines')}
          hint={t('field.originLinesHint')}
          code
          rows={Math.max(2, lines.split('\n').length)}
          value={lines}
          onChange={onChange}
          placeholder="https://shop.example.com"
          problem={problem}
        />
      )}
    </>
  )
}
