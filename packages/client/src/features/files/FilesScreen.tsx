import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { useScreenIntent } from '../../lib/page/screen-intent.ts'
import { isReadingFolder } from '../../lib/server/jobs.ts'
import { jobQueries } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ConflictCards } from './ConflictCards.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'
import { filesOfDrop, filesOfList, type NamedFile } from './dropped-files.ts'
import { ExportDialog } from './ExportDialog.tsx'
import styles from './Files.module.css'
import { FileTable } from './FileTable.tsx'
import { FolderJobs } from './FolderJobs.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { LeftOutList } from './LeftOutList.tsx'
import { fileQueries } from './queries.ts'
import { SourceList } from './SourceList.tsx'

/**
 * Where the strings live as files: folders and their state, what needs a decision, and the way in and out by
 * hand.
 */
export function FilesScreen({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('files')
  const access = useAccess()
  const importRefusal = access.onSomeText('files.import')
  const { slug } = project
  const sources = useQuery(fileQueries.sources(slug))
  const files = useQuery(fileQueries.list(slug))
  const conflicts = useQuery(fileQueries.conflicts(slug))
  const formats = useQuery(fileQueries.formats(slug))
  const jobs = useQuery(jobQueries.list(slug))
  const chooser = useRef<HTMLInputElement>(null)
  const folderChooser = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<'connect' | 'export' | null>(null)
  const [incoming, setIncoming] = useState<readonly NamedFile[] | null>(null)
  const [isDropping, setIsDropping] = useState(false)

  useScreenIntent({
    import: () => chooser.current?.click(),
    export: () => setDialog('export'),
    'connect-folder': () => setDialog('connect'),
  })

  const take = (found: readonly NamedFile[]) => setIncoming(found.length === 0 ? null : found)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const error = sources.error ?? files.error ?? conflicts.error
  const isWaiting = sources.data === undefined || files.data === undefined || conflicts.data === undefined

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shorter way to what the button does
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
            <Button refusal={access.onProject('sources.manage')} onPress={() => setDialog('connect')}>
              {t('connect')}
            </Button>
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
            {sources.data.sources.length === 0 ? null : (
              <SourceList project={slug} sources={sources.data.sources} />
            )}
            {conflicts.data.total === 0 ? null : (
              <div className={styles.stack}>
                <Note tone="warning">{t('conflictNote', { count: conflicts.data.total })}</Note>
              </div>
            )}
            <ConflictCards project={slug} conflicts={conflicts.data.conflicts} total={conflicts.data.total} />
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
            {files.data.files.length === 0 ? null : <FileTable project={slug} files={files.data.files} />}
            <LeftOutList leftOut={files.data.leftOut} />
          </>
        )}
      </Page>
      {dialog === 'connect' ? (
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
