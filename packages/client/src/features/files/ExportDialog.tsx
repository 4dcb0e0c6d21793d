import type { ProjectReply } from '@dragoman/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { deliveryPath } from '../../ui/DeliverySnippet.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './Files.module.css'

/** One language of one namespace as a file, at the address apps load it from. */
export function ExportDialog({ project, onClose }: { readonly project: ProjectReply; readonly onClose: () => void }) {
  const { t } = useTranslation(['files', 'common'])
  const formats = useFormats()
  const [language, setLanguage] = useState(project.sourceLanguage)
  const [namespace, setNamespace] = useState(project.namespaces[0]?.name ?? '')
  const path = deliveryPath(project.slug).replace('{{lng}}', encodeURIComponent(language)).replace('{{ns}}', namespace)
  const download = () => {
    const link = document.createElement('a')
    link.href = path
    link.download = `${namespace.replaceAll('/', '-')}.${language}.json`
    link.click()
  }
  return (
    <Dialog
      title={t('export')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common:close')}</Button>
          <Button look="primary" isDisabled={namespace === ''} onPress={download}>
            <Download aria-hidden="true" />
            {t('download')}
          </Button>
        </>
      }
    >
      <div className={styles.targets}>
        <Select
          label={t('language')}
          value={language}
          onChange={setLanguage}
          options={project.languages.map(({ tag }) => ({ id: tag, name: formats.languageName(tag), note: tag }))}
        />
        <Select
          label={t('namespace')}
          value={namespace}
          onChange={setNamespace}
          options={project.namespaces.map(({ name }) => ({ id: name, name }))}
        />
      </div>
      {namespace === '' ? <p className="muted">{t('nothingToExport')}</p> : <CopyLine text={`${location.origin}${path}`} />}
    </Dialog>
  )
}
