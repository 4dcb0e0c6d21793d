import type { ProjectReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/formats.ts'
import { Select } from '../../../ui/Select.tsx'
import { filteredNamespace, withNamespace } from './namespace-filter.ts'

export type NamespaceFilterProps = {
  readonly namespaces: ProjectReply['namespaces']
  readonly q: string
  readonly onChange: (q: string) => void
}

const ANY = ' any'

/** The namespaces as a list; the choice appears in the filter as `ns:`. */
export function NamespaceFilter({ namespaces, q, onChange }: NamespaceFilterProps) {
  const { t } = useTranslation('keys')
  const formats = useFormats()
  if (namespaces.length < 2) return null
  const options = [
    { id: ANY, name: t('anyNamespace') },
    ...namespaces.map(({ name, keys }) => ({ id: name, name, note: formats.number(keys) })),
  ]
  const value = filteredNamespace(q)
  return (
    <Select
      label={t('field.move')}
      labelHidden
      value={options.some(({ id }) => id === value) ? value : ANY}
      onChange={(id) => onChange(withNamespace(q, id === ANY ? null : id))}
      options={options}
    />
  )
}
