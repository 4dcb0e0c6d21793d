import { Failure, type ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { filesQuery } from '../../lib/server/files-query.ts'
import { isReadingFolder } from '../../lib/server/jobs.ts'
import { formatsQuery, jobQueries, sourcesQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { CodeUses } from './CodeUses.tsx'
import { ConnectMenu } from './ConnectMenu.tsx'
import { type FoundFiles, MOST_FILES } from './dropped-files.ts'
import { type FileChooser, FileChoosers } from './FileChoosers.tsx'
import styles from './Files.module.css'
import { type FilesDialog, FilesDialogs } from './FilesDialogs.tsx'
import { FolderJobs } from './FolderJobs.tsx'
import { LeftOutList } from './LeftOutList.tsx'
import { fileQueries } from './queries.ts'
import { SourceTabs } from './SourceTabs.tsx'
import { SourceView } from './SourceView.tsx'
import { RepositoryButtons } from './sync/RepositoryButtons.tsx'
import { useFileDrop } from './use-file-drop.ts'

/** The files of the strings: sources and their state, what needs a decision, and manual import and export. */
export function FilesScreen({
  project,
  source,
  onSource,
}: {
  readonly project: ProjectReply
  /** The source that is shown; undefined: the first one. */
  readonly source: number | undefined
  readonly onSource: (source: number) => void
}) {
  const { t } = useTranslation('files')
  const { slug } = project
  const formats = useQuery(formatsQuery(slug))
  const chooser = useRef<FileChooser>(null)
  const [dialog, setDialog] = useState<FilesDialog | null>(null)
  const { shown, ...found } = useFiles(slug, source)
  const { incoming, take, forget, isDropping, handlers } = useIncoming(dialog !== null)
  useScreenIntent({
    import: () => chooser.current?.chooseFiles(),
    export: () => setDialog('export'),
    'connect-folder': () => setDialog('folder'),
  })

  const sources = found.sources.data?.sources ?? []
  const connectMenu = project.branchOf === null ? <ConnectMenu onChoose={setDialog} /> : null
  return (
    <div className={styles.screen} {...handlers}>
      {isDropping ? <div className={styles.dropping}>{t('dropHere')}</div> : null}
      <Page
        title={t('title')}
        about={t('about')}
        actions={
          <>
            <FileChoosers
              ref={chooser}
              extensions={formats.data?.formats.flatMap(({ extensions }) => extensions) ?? []}
              onFiles={take}
            />
            <FileButtons chooser={chooser} onExport={() => setDialog('export')} />
            {shown?.kind === 'git' ? (
              <RepositoryButtons key={shown.id} project={slug} source={shown.id} />
            ) : null}
            {/* Only when it is known that there are no tabs: the button must not move while its menu is open. */}
            {found.data !== undefined && shown === undefined ? connectMenu : null}
          </>
        }
      >
        {found.data === undefined ? (
          <Loading error={found.error} onRetry={found.refetch} rows={7} />
        ) : (
          <>
            <FolderJobs project={slug} />
            {shown === undefined ? null : (
              <div className={styles.tabLine}>
                <SourceTabs project={slug} sources={sources} shown={shown.id} onShow={onSource} />
                {connectMenu}
              </div>
            )}
            <SourceView project={project} sources={sources} shown={shown} {...found.data} />
            {found.data.files.length > 0 ? null : <NoFiles project={slug} chooser={chooser} />}
            <LeftOutList leftOut={found.data.leftOut} more={found.data.leftOutMore} />
            <CodeUses project={slug} />
          </>
        )}
      </Page>
      <FilesDialogs
        project={project}
        sources={sources}
        open={dialog}
        incoming={incoming}
        onClose={() => setDialog(null)}
        onImported={forget}
      />
    </div>
  )
}

/** Files that were chosen or dropped, to be imported. `isOff`: none can be dropped. */
function useIncoming(isOff: boolean) {
  const { t } = useTranslation('files')
  const [incoming, setIncoming] = useState<FoundFiles | null>(null)
  const showFailure = useFailureToast()
  const refusal = useAccess().onSomeText('files.import')
  const take = (found: FoundFiles) => {
    const { files } = found
    // Without some of them, the import would look complete.
    if (files.length > MOST_FILES) return showFailure(new Failure('too-large', { limitFiles: MOST_FILES }))
    if (files.length === 0) return showToast(t('noFilesThere'), { tone: 'problem' })
    // What was specified for the files of an open dialog is not that of others.
    setIncoming((open) => open ?? found)
  }
  const drop = useFileDrop(take, { isOff: isOff || incoming !== null || refusal !== null })
  return { incoming, take, forget: () => setIncoming(null), ...drop }
}

const NO_CONFLICTS = { conflicts: [], total: 0 }

/**
 * Sources, files, and the conflicts of the source that is shown; `data` is undefined until all of them are there.
 */
function useFiles(project: string, wanted: number | undefined) {
  const sources = useQuery(sourcesQuery(project))
  const files = useQuery(filesQuery(project))
  const listed = sources.data?.sources ?? []
  // Folders are shown in one list; if there is a repository, each source has a tab.
  const hasTabs = listed.some(({ kind }) => kind === 'git')
  const shown = hasTabs ? (listed.find(({ id }) => id === wanted) ?? listed[0]) : undefined
  const conflicts = useQuery({
    ...fileQueries.conflicts(project, shown?.id ?? null),
    enabled: sources.data !== undefined,
    // The tabs stay while those of another source are loaded.
    placeholderData: (before) => before && NO_CONFLICTS,
  })
  const isWhole = sources.data !== undefined && files.data !== undefined && conflicts.data !== undefined
  return {
    sources,
    /** Undefined: all. */
    shown,
    data: isWhole ? { ...files.data, conflicts: conflicts.data } : undefined,
    error: sources.error ?? files.error ?? conflicts.error,
    refetch() {
      for (const query of [sources, files, conflicts]) void query.refetch()
    },
  }
}

function FileButtons({
  chooser,
  onExport,
}: {
  readonly chooser: React.RefObject<FileChooser | null>
  readonly onExport: () => void
}) {
  const { t } = useTranslation('files')
  const access = useAccess()
  const refusal = access.onSomeText('files.import')
  return (
    <>
      <Button refusal={refusal} onPress={() => chooser.current?.chooseFiles()}>
        {t('import')}
      </Button>
      <Button refusal={refusal} onPress={() => chooser.current?.chooseFolder()}>
        {t('importFolder')}
      </Button>
      <Button refusal={access.onProject('files.export')} onPress={onExport}>
        {t('export')}
      </Button>
    </>
  )
}

/** Shown instead of files, unless a job is reading them. */
function NoFiles({
  project,
  chooser,
}: {
  readonly project: string
  readonly chooser: React.RefObject<FileChooser | null>
}) {
  const { t } = useTranslation('files')
  const jobs = useQuery(jobQueries.list(project))
  const refusal = useAccess().onSomeText('files.import')
  if (isReadingFolder(jobs.data ?? [])) return null
  return (
    <EmptyState
      title={t('none')}
      action={
        <Button refusal={refusal} onPress={() => chooser.current?.chooseFiles()}>
          {t('import')}
        </Button>
      }
    >
      <p>{t('noneAbout')}</p>
      <CopyLine text="dragoman ./locales" />
    </EmptyState>
  )
}
