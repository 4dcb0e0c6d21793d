import type { ProjectReply, SourceReply } from '@dragoman/contract'
import { ConnectDialog } from './ConnectDialog.tsx'
import type { FoundFiles } from './dropped-files.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ConnectRepositoryDialog } from './repository/ConnectRepositoryDialog.tsx'

export type FilesDialog = 'folder' | 'repository' | 'export'

/** The dialogs of the screen: connecting a source, export, and the import of chosen files. */
export function FilesDialogs({
  project,
  sources,
  open,
  incoming,
  onClose,
  onImported,
}: {
  readonly project: ProjectReply
  readonly sources: readonly SourceReply[]
  readonly open: FilesDialog | null
  /** Files to import; null: none were chosen. */
  readonly incoming: FoundFiles | null
  readonly onClose: () => void
  readonly onImported: () => void
}) {
  const { slug, sourceLanguage } = project
  const place = { project: slug, sourceLanguage, onClose }
  return (
    <>
      {open === 'repository' ? <ConnectRepositoryDialog {...place} /> : null}
      {open === 'folder' ? <ConnectDialog {...place} /> : null}
      {open === 'export' ? (
        <ExportDialog project={project} usual={sources[0]?.format ?? null} onClose={onClose} />
      ) : null}
      {incoming === null ? null : <ImportDialog project={project} {...incoming} onClose={onImported} />}
    </>
  )
}
