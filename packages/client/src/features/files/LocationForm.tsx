import type { PlannedPart, ProjectReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatsQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Files.module.css'
import type { Placement } from './use-import.ts'

const BY_FILE = 'by-file'

export type LocationFormProps = {
  readonly project: ProjectReply
  /** What name and content of the file reveal; null: too little. */
  readonly planned: Pick<PlannedPart, 'language' | 'namespace' | 'reason'> | null
  readonly onPlace: (placement: Placement) => void
}

/** The form for language, namespace and format of a file, which is shown on request. */
export function LocationDetails(props: LocationFormProps) {
  const { t } = useTranslation('files')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('placeIt')}</summary>
      {isOpen ? <LocationForm {...props} /> : null}
    </details>
  )
}

/** If no language is entered for a planned file, it stays the one that was found. */
function LocationForm({ project, planned, onPlace }: LocationFormProps) {
  const { t } = useTranslation(['files', 'formats'])
  const { data } = useQuery(formatsQuery(project.slug))
  const isByFile = planned !== null && planned.reason !== 'as-given'
  const [language, setLanguage] = useState(isByFile ? '' : (planned?.language ?? project.sourceLanguage))
  const [namespace, setNamespace] = useState(planned?.namespace ?? project.namespaces[0]?.name ?? 'common')
  const [format, setFormat] = useState(BY_FILE)
  return (
    <Form
      className={styles.targets}
      onSubmit={() => {
        onPlace({
          language: planned !== null && language.trim() === '' ? undefined : language.trim(),
          namespace: namespace.trim(),
          // Replaces a format that was chosen before.
          format: format === BY_FILE ? undefined : format,
        })
      }}
    >
      <TextField
        label={t('language')}
        value={language}
        onChange={setLanguage}
        {...(planned === null ? {} : { placeholder: t('formatByFile') })}
        code
      />
      <TextField label={t('namespace')} value={namespace} onChange={setNamespace} code />
      <Select
        label={t('format')}
        value={format}
        onChange={setFormat}
        options={[
          { id: BY_FILE, name: t('formatByFile') },
          ...(data?.formats ?? []).map(({ id, extensions }) => ({
            id,
            name: nameOfFormat(id),
            note: extensions[0],
          })),
        ]}
      />
      <Button type="submit">{t('lookAgain')}</Button>
    </Form>
  )
}
