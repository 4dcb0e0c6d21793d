import type { ProjectReply } from '@dragoman/contract'
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

/** Asks for what a file's name and beginning do not reveal: language, namespace and format. */
export function LocationForm({
  project,
  onPlace,
}: {
  readonly project: ProjectReply
  readonly onPlace: (placement: Placement) => void
}) {
  const { t } = useTranslation(['files', 'formats'])
  const { data } = useQuery(formatsQuery(project.slug))
  const [language, setLanguage] = useState(project.sourceLanguage)
  const [namespace, setNamespace] = useState(project.namespaces[0]?.name ?? 'common')
  const [format, setFormat] = useState(BY_FILE)
  return (
    <Form
      className={styles.targets}
      onSubmit={() => {
        onPlace({
          language: language.trim(),
          namespace: namespace.trim(),
          ...(format === BY_FILE ? {} : { format }),
        })
      }}
    >
      <TextField label={t('language')} value={language} onChange={setLanguage} code />
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
