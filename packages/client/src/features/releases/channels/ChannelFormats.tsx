import type { FormatReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import styles from './ChannelFields.module.css'
import { extensionOf, withFormat } from './channel-fields.ts'

const MOST = 10

export type ChannelFormatsProps = {
  readonly chosen: readonly string[]
  /** All formats; empty until they are loaded. */
  readonly known: readonly FormatReply[]
  readonly isRefused: boolean
  readonly onChange: (chosen: readonly string[]) => void
}

/** The formats that a channel serves, each with the end of the URL that apps request. */
export function ChannelFormats({ chosen, known, isRefused, onChange }: ChannelFormatsProps) {
  const { t } = useTranslation(['releases', 'formats'])
  const id = useId()
  const isFull = chosen.length >= MOST
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the other fields are
    <div role="group" aria-labelledby={id} className={styles.formats}>
      <span id={id} className={styles.label}>
        {t('field.formats')}
      </span>
      <ul>
        {chosen.map((format) => (
          <li key={format}>
            <span>{nameOfFormat(format)}</span>
            <code dir="ltr">{`{{lng}}/{{ns}}${extensionOf(format, known)}`}</code>
            <IconButton
              label={t('field.removeFormat', { format: nameOfFormat(format) })}
              size="small"
              isDisabled={chosen.length === 1}
              onPress={() => onChange(chosen.filter((one) => one !== format))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Select
        label={t('field.addFormat')}
        labelHidden
        placeholder={t('field.addFormat')}
        hint={t('field.formatsHint')}
        problem={isRefused ? t('field.formatsRefused') : undefined}
        isDisabled={known.length === 0 || isFull}
        value={null}
        onChange={(format) => onChange(withFormat(chosen, format, known))}
        options={known
          .filter((format) => !chosen.includes(format.id))
          .map((format) => ({ id: format.id, name: nameOfFormat(format.id), note: format.extensions[0] }))}
      />
    </div>
  )
}
