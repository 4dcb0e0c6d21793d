import type { ExportReply, FormatReply, ProjectReply } from '@dragoman/contract'
import { LIVE_CHANNEL, nameOfFormat } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FolderArchive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../components/DeliverySnippet.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { formatsQuery } from '../../lib/server/queries.ts'
import { saveFile } from '../../lib/server/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import fidelity from './Fidelity.module.css'
import { FidelityList } from './FidelityList.tsx'
import styles from './Files.module.css'
import { fileMutations, fileQueries } from './queries.ts'

/** The format that apps load by default. */
const DELIVERED = 'i18next-json'

export type ExportDialogProps = {
  readonly project: ProjectReply
  /** The format of the project's own files. Null: it has none. */
  readonly usual: string | null
  readonly onClose: () => void
}

/** Downloads a namespace as a file of any format, and says beforehand what the format cannot store. */
export function ExportDialog({ project, usual, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['files', 'common', 'formats'])
  const [format, setFormat] = useState(usual ?? DELIVERED)
  const [language, setLanguage] = useState(project.sourceLanguage)
  const [namespace, setNamespace] = useState(project.namespaces[0]?.name ?? '')
  const known = useQuery(formatsQuery(project.slug))
  const exported = useQuery(fileQueries.export(project.slug, { format, language, namespace }))
  const archive = useMutation({
    mutationFn: async () => fileMutations.exportAll(project.slug, format),
    meta: { reads: true },
  })
  const path = deliveryPath(project.slug, LIVE_CHANNEL)
    .replace('{{lng}}', encodeURIComponent(language))
    .replace('{{ns}}', namespace)
  const holds = known.data?.formats.find(({ id }) => id === format)?.languages ?? 'one'
  return (
    <Dialog
      title={t('export')}
      isOpen
      onClose={onClose}
      size="large"
      cancelLabel={t('common:close')}
      actions={
        <>
          <Button
            isDisabled={namespace === ''}
            isPending={archive.isPending}
            onPress={() => archive.mutate()}
          >
            <FolderArchive aria-hidden="true" />
            {t('exportAll')}
          </Button>
          <Button
            look="primary"
            isDisabled={exported.data === undefined}
            onPress={() => {
              if (exported.data !== undefined) saveFile(exported.data)
            }}
          >
            <Download aria-hidden="true" />
            {t('download')}
          </Button>
        </>
      }
    >
      <ErrorLine error={archive.error} />
      <ExportTargets
        project={project}
        formats={known.data?.formats ?? []}
        target={{ format, language, namespace }}
        onFormat={setFormat}
        onLanguage={setLanguage}
        onNamespace={setNamespace}
      />
      <p className="muted">{namespace === '' ? t('nothingToExport') : t('exportAllAbout')}</p>
      <div className={fidelity.outcome} aria-live="polite" aria-busy={exported.isFetching}>
        {exported.data !== undefined ? (
          <Outcome exported={exported.data} holds={holds} />
        ) : exported.error !== null ? (
          <ErrorState error={exported.error} onRetry={() => void exported.refetch()} />
        ) : namespace === '' ? null : (
          <Skeleton rows={2} />
        )}
      </div>
      {format === DELIVERED && namespace !== '' ? <CopyLine text={`${location.origin}${path}`} /> : null}
    </Dialog>
  )
}

/** What is exported: a namespace in a language, as a file of a format. */
function ExportTargets({
  project,
  formats,
  target,
  onFormat,
  onLanguage,
  onNamespace,
}: {
  readonly project: ProjectReply
  readonly formats: readonly FormatReply[]
  readonly target: { readonly format: string; readonly language: string; readonly namespace: string }
  readonly onFormat: (format: string) => void
  readonly onLanguage: (language: string) => void
  readonly onNamespace: (namespace: string) => void
}) {
  const { t } = useTranslation(['files', 'formats'])
  const names = useFormats()
  return (
    <div className={styles.targets}>
      <Select
        label={t('format')}
        value={target.format}
        onChange={onFormat}
        options={formats.map(({ id, extensions }) => ({
          id,
          name: nameOfFormat(id),
          note: extensions[0],
        }))}
      />
      <Select
        label={t('language')}
        value={target.language}
        onChange={onLanguage}
        options={project.languages.map(({ tag }) => ({
          id: tag,
          name: names.languageName(tag),
          note: tag,
        }))}
      />
      <Select
        label={t('namespace')}
        value={target.namespace}
        onChange={onNamespace}
        options={project.namespaces.map(({ name }) => ({ id: name, name }))}
      />
    </div>
  )
}

function Outcome({
  exported,
  holds,
}: {
  readonly exported: ExportReply
  readonly holds: FormatReply['languages']
}) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const { fileName, languages, report } = exported
  return (
    <>
      <p className={fidelity.file}>
        <code dir="ltr">{fileName}</code>
        <span className="muted">
          {formats.list(languages.map((tag) => formats.languageName(tag)))} · {t(`holds.${holds}`)}
        </span>
      </p>
      {report.length === 0 ? <p>{t('nothingLost')}</p> : <FidelityList report={report} />}
    </>
  )
}
