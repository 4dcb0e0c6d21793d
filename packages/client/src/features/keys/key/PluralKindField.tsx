import type { PluralKind } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { Select, type SelectProps } from '../../../ui/Select.tsx'

const KINDS: readonly PluralKind[] = ['none', 'cardinal', 'ordinal']

type PluralKindFieldProps = Pick<SelectProps, 'isDisabled' | 'hint' | 'problem'> & {
  readonly value: PluralKind
  readonly onChange: (kind: PluralKind) => void
}

/** Selects which plural forms a key has. An old kind is only offered where it is used. */
export function PluralKindField({ value, onChange, ...field }: PluralKindFieldProps) {
  const { t } = useTranslation('keys')
  const kinds = KINDS.includes(value) ? KINDS : [...KINDS, value]
  return (
    <Select
      {...field}
      label={t('pluralKind')}
      value={value}
      onChange={(id) => {
        const kind = kinds.find((one) => one === id)
        if (kind !== undefined) onChange(kind)
      }}
      options={kinds.map((kind) => ({ id: kind, name: t(`kind.${kind}`) }))}
    />
  )
}
