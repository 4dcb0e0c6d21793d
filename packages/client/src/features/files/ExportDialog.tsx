import type { ExportReply, FormatReply, ProjectReply } from '@dragoman/contract'
import { LIVE_CHANNEL, nameOfFormat } from '@dragoman/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FolderArchive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../components/DeliverySnippet.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { formatsQuery } from '../../lib/server/queries.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { type Bind, useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import fidelity from './Fidelity.module.css'
import { FidelityList } from './FidelityList.tsx'
import styles from './Files.module.css'
import { type ExportTarget, fileMutations, fileQueries } from './queries.ts'

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
  const { fields, bind } = useFields<ExportTarget>({
    format: usual ?? DELIVERED,
    language: project.sourceLanguage,
    namespace: project.namespaces[0]?.name ?? '',
  })
  const { format, language, namespace } = fields
  const known = useQuery(formatsQuery(project.slug))
  const { preview, file, archive } = useExports(project.slug, fields)
  const path = deliveryPath(project.slug, LIVE_CHANNEL)
    .replace('{{lng}}', encodeURIComponent(language))
    .replace('{{ns}}', namespace)
  const holds = known.data?.formats.find(({ id }) => id === format)?.languages ?? 'one'
  return (
    <Dialog
      title={t('export')}
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
            isDisabled={preview.data === undefined}
            isPending={file.isPending}
            onPress={() => file.mutate(fields)}
          >
            <Download aria-hidden="true" />
            {t('download')}
          </Button>
        </>
      }
    >
      <ErrorLine error={file.error ?? archive.error} />
      {/* Until the formats are loaded, the chosen one is the only one. */}
      <ExportTargets
        project={project}
        formats={known.data?.formats ?? [{ id: format, extensions: [] }]}
        bind={bind}
      />
      <p className="muted">{namespace === '' ? t('nothingToExport') : t('exportAllAbout')}</p>
      <div className={fidelity.outcome} aria-live="polite" aria-busy={preview.isFetching}>
        {preview.data !== undefined ? (
          <Outcome
            preview={preview.data}
            holds={languagesPerFile(holds, preview.data, project.languages.length)}
          />
        ) : preview.error !== null ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : namespace === '' ? null : (
          <Skeleton rows={2} />
        )}
      </div>
      {format === DELIVERED && namespace !== '' ? <CopyLine text={`${location.origin}${path}`} /> : null}
    </Dialog>
  )
}

/** The preview of an export, the export itself, and that of all files. */
function useExports(project: string, target: ExportTarget) {
  const client = useQueryClient()
  return {
    preview: useQuery(fileQueries.exportPreview(project, target)),
    file: useReadRequest({
      mutationFn: (chosen: ExportTarget) => fileMutations.exportFile(project, chosen),
      // Texts can have changed since the preview.
      onSuccess: (file, chosen) =>
        client.setQueryData(fileQueries.exportPreview(project, chosen).queryKey, file),
    }),
    archive: useReadRequest({ mutationFn: () => fileMutations.exportAll(project, target.format) }),
  }
}

/** Chooses what is exported. */
function ExportTargets({
  project,
  formats,
  bind,
}: {
  readonly project: ProjectReply
  readonly formats: readonly Pick<FormatReply, 'id' | 'extensions'>[]
  readonly bind: Bind<ExportTarget>
}) {
  const { t } = useTranslation(['files', 'formats'])
  const names = useFormats()
  return (
    <div className={styles.targets}>
      <Select
        label={t('format')}
        {...bind('format')}
        options={formats.map(({ id, extensions }) => ({
          id,
          name: nameOfFormat(id),
          note: extensions[0],
        }))}
      />
      <Select
        label={t('language')}
        {...bind('language')}
        options={project.languages.map(({ tag }) => ({
          id: tag,
          name: names.languageName(tag),
          note: tag,
        }))}
      />
      <Select
        label={t('namespace')}
        {...bind('namespace')}
        options={project.namespaces.map(({ name }) => ({ id: name, name }))}
      />
    </div>
  )
}

/** Returns which languages each file has: in some formats, as in TOML, not every file can name several. */
function languagesPerFile(
  holds: FormatReply['languages'],
  { languages }: ExportReply,
  all: number,
): FormatReply['languages'] {
  if (holds !== 'many' || languages.length === all) return holds
  return languages.length === 1 ? 'one' : 'two'
}

function Outcome({
  preview,
  holds,
}: {
  readonly preview: ExportReply
  readonly holds: FormatReply['languages']
}) {
  const { t } = useTranslation('files')
  const formats = useFormats()
  const { fileName, languages, report } = preview
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
