import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { isReadingFolder } from '../../lib/server/jobs.ts'
import { formatsQuery, jobQueries } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TranslationBranches } from './branches/TranslationBranches.tsx'
import { CodeUses } from './CodeUses.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { ConnectMenu } from './ConnectMenu.tsx'
import { filesOfDrop, filesOfList, type NamedFile } from './dropped-files.ts'
import { ExportDialog } from './ExportDialog.tsx'
import styles from './Files.module.css'
import { FolderJobs } from './FolderJobs.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { LeftOutList } from './LeftOutList.tsx'
import { fileQueries } from './queries.ts'
import { RepositoryFiles } from './RepositoryFiles.tsx'
import { ConnectRepositoryDialog } from './repository/ConnectRepositoryDialog.tsx'
import { conflictsOf, filesOf, SourceFiles } from './SourceFiles.tsx'
import { SourceList } from './SourceList.tsx'
import { SourceTabs } from './SourceTabs.tsx'
import { RepositoryButtons } from './sync/RepositoryButtons.tsx'
import { RepositoryView } from './sync/RepositoryView.tsx'

/** The files of the strings: sources and their state, what needs a decision, and manual import and export. */
export function FilesScreen({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('files')
  const access = useAccess()
  const importRefusal = access.onSomeText('files.import')
  const { slug } = project
  const sources = useQuery(fileQueries.sources(slug))
  const files = useQuery(fileQueries.list(slug))
  const conflicts = useQuery(fileQueries.conflicts(slug))
  const formats = useQuery(formatsQuery(slug))
  const jobs = useQuery(jobQueries.list(slug))
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'folder' | 'repository' | 'export' | null>(null)
  const [givenAddress, setGivenAddress] = useState('')
  const [incoming, setIncoming] = useState<readonly NamedFile[] | null>(null)
  const [isDropping, setIsDropping] = useState(false)
  const [wanted, setWanted] = useState<number | null>(null)

  useScreenIntent({
    import: () => chooser.current?.click(),
    export: () => setDialog('export'),
    'connect-folder': () => setDialog('folder'),
    'connect-repository': (address) => {
      setGivenAddress(address)
      setDialog('repository')
    },
  })

  const take = (found: readonly NamedFile[]) => setIncoming(found.length === 0 ? null : found)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const error = sources.error ?? files.error ?? conflicts.error
  const known = sources.data?.sources ?? []
  // Folders are shown in one list; if there is a repository, each source has a tab.
  const hasTabs = known.some(({ kind }) => kind === 'git')
  const shown = hasTabs ? (known.find(({ id }) => id === wanted) ?? known[0]) : undefined
  const isWaiting = sources.data === undefined || files.data === undefined || conflicts.data === undefined

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for what the button does
    <div
      className={styles.screen}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDropping(true)
      }}
      onDragLeave={(event) => {
        // relatedTarget is a node or null here
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDropping(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDropping(false)
        void filesOfDrop(event.dataTransfer).then(take)
      }}
    >
      {isDropping ? <div className={styles.dropping}>{t('dropHere')}</div> : null}
      <Page
        title={t('title')}
        about={t('about')}
        actions={
          <>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              accept={[...(formats.data?.formats.flatMap(({ extensions }) => extensions) ?? []), '.zip'].join(
                ',',
              )}
              onChange={(event) => {
                take(filesOfList(event.target.files))
                event.target.value = ''
              }}
            />
            <input
              ref={folderChooser}
              type="file"
              hidden
              {...{ webkitdirectory: '' }}
              onChange={(event) => {
                take(filesOfList(event.target.files))
                event.target.value = ''
              }}
            />
            <Button refusal={importRefusal} onPress={() => chooser.current?.click()}>
              {t('import')}
            </Button>
            <Button refusal={importRefusal} onPress={() => folderChooser.current?.click()}>
              {t('importFolder')}
            </Button>
            <Button refusal={access.onProject('files.export')} onPress={() => setDialog('export')}>
              {t('export')}
            </Button>
            {shown?.kind === 'git' ? (
              <RepositoryButtons key={shown.id} project={slug} source={shown.id} />
            ) : null}
            {hasTabs || project.branchOf !== null ? null : <ConnectMenu onChoose={setDialog} />}
          </>
        }
      >
        {isWaiting ? (
          error === null ? (
            <Skeleton rows={7} />
          ) : (
            <ErrorState
              error={error}
              onRetry={() => {
                void sources.refetch()
                void files.refetch()
                void conflicts.refetch()
              }}
            />
          )
        ) : (
          <>
            <FolderJobs project={slug} />
            {shown === undefined ? null : (
              <div className={styles.tabLine}>
                <SourceTabs project={slug} sources={known} shown={shown.id} onShow={setWanted} />
                {project.branchOf === null ? <ConnectMenu onChoose={setDialog} /> : null}
              </div>
            )}
            {shown?.kind === 'git' ? (
              <RepositoryView
                key={shown.id}
                project={slug}
                source={shown.id}
                between={(state) =>
                  project.branchOf === null ? <TranslationBranches project={slug} state={state} /> : null
                }
              >
                <RepositoryFiles
                  project={slug}
                  source={shown.id}
                  files={filesOf(files.data.files, shown)}
                  conflicts={conflictsOf(conflicts.data, files.data.files, shown)}
                />
              </RepositoryView>
            ) : (
              <>
                {known.length === 0 ? null : (
                  <SourceList project={slug} sources={shown === undefined ? known : [shown]} />
                )}
                <SourceFiles
                  project={slug}
                  place="folder"
                  files={filesOf(files.data.files, shown)}
                  conflicts={conflictsOf(conflicts.data, files.data.files, shown)}
                />
              </>
            )}
            {files.data.files.length > 0 || isReadingFolder(jobs.data ?? []) ? null : (
              <EmptyState
                title={t('none')}
                action={
                  <Button refusal={importRefusal} onPress={() => chooser.current?.click()}>
                    {t('import')}
                  </Button>
                }
              >
                <p>{t('noneAbout')}</p>
                <CopyLine text="dragoman ./locales" />
              </EmptyState>
            )}
            <LeftOutList leftOut={files.data.leftOut} />
            <CodeUses project={slug} />
          </>
        )}
      </Page>
      {dialog === 'repository' ? (
        <ConnectRepositoryDialog
          project={slug}
          sourceLanguage={project.sourceLanguage}
          address={givenAddress}
          onClose={() => {
            setGivenAddress('')
            setDialog(null)
          }}
        />
      ) : null}
      {dialog === 'folder' ? (
        <ConnectDialog
          project={slug}
          sourceLanguage={project.sourceLanguage}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'export' ? (
        <ExportDialog
          project={project}
          usual={sources.data?.sources[0]?.format ?? null}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {incoming === null ? null : (
        <ImportDialog project={project} files={incoming} onClose={() => setIncoming(null)} />
      )}
    </div>
  )
}
