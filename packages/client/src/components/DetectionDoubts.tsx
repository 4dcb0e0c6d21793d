import type { DetectionReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import type { FolderChoice, SourceChoice } from '../lib/folders/folder-choice.ts'
import { RadioChoice } from '../ui/RadioChoice.tsx'

export type DetectionDoubtsProps = {
  readonly doubts: DetectionReply['doubts']
  readonly choice: FolderChoice
  readonly onChange: (choice: FolderChoice) => void
  /** Absent: the project has a source language already. */
  readonly source?: SourceChoice
}

/** What the program is not certain of, each with the two most likely choices. */
export function DetectionDoubts({ doubts, choice, onChange, source }: DetectionDoubtsProps) {
  const { t } = useTranslation('formats')
  const { languageName } = useFormats()
  return doubts.map(({ kind, choices }) => {
    if (kind === 'source-language')
      return source === undefined ? null : (
        <RadioChoice
          key={kind}
          label={t('folder.unsureSource')}
          value={source.language ?? ''}
          onChange={source.onChange}
          options={choices.map((id) => ({ id, name: languageName(id) }))}
        />
      )
    const isFormat = kind === 'format'
    return (
      <RadioChoice
        key={kind}
        label={t(isFormat ? 'folder.unsureFormat' : 'folder.unsurePattern')}
        value={isFormat ? choice.format : choice.pattern}
        onChange={(chosen) =>
          onChange({ ...choice, ...(isFormat ? { format: chosen } : { pattern: chosen }) })
        }
        options={choices.map((id) => ({ id, name: isFormat ? nameOfFormat(id) : id }))}
      />
    )
  })
}
