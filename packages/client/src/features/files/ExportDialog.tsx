import type { ExportReply, FormatReply, ProjectReply } from '@dragoman/contract'
import { LIVE_CHANNEL, nameOfFormat } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { Download, FolderArchive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deliveryPath } from '../../components/DeliverySnippet.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { formatsQuery } from '../../lib/server/queries.ts'
import { saveFile } from '../../lib/server/save-file.ts'
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
  const { fields, bind } = useFields<Target>({
    format: usual ?? DELIVERED,
    language: project.sourceLanguage,
    namespace: project.namespaces[0]?.name ?? '',
  })
  const { format, language, namespace } = fields
  const known = useQuery(formatsQuery(project.slug))
  const exported = useQuery(fileQueries.export(project.slug, { format, language, namespace }))
  const archive = useReadRequest({
    mutationFn: async () => fileMutations.exportAll(project.slug, format),
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
      {/* Until the formats are loaded, the chosen one is the only one. */}
      <ExportTargets
        project={project}
        formats={known.data?.formats ?? [{ id: format, extensions: [] }]}
        bind={bind}
      />
      <p className="muted">{namespace === '' ? t('nothingToExport') : t('exportAllAbout')}</p>
      <div className={fidelity.outcome} aria-live="polite" aria-busy={exported.isFetching}>
        {exported.data !== undefined ? (
          <Outcome
            exported={exported.data}
            holds={languagesPerFile(holds, exported.data, project.languages.length)}
          />
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

type Target = Readonly<Record<'format' | 'language' | 'namespace', string>>

/** What is exported: a namespace in a language, as a file of a format. */
function ExportTargets({
  project,
  formats,
  bind,
}: {
  readonly project: ProjectReply
  readonly formats: readonly Pick<FormatReply, 'id' | 'extensions'>[]
  readonly bind: Bind<Target>
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
