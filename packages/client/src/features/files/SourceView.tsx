import type { ConflictReply, FileReply, ProjectReply, SourceReply } from '@dragoman/contract'
import { TranslationBranches } from './branches/TranslationBranches.tsx'
import { RepositoryFiles } from './RepositoryFiles.tsx'
import { filesOf, SourceFiles } from './SourceFiles.tsx'
import { SourceList } from './SourceList.tsx'
import { RepositoryView } from './sync/RepositoryView.tsx'

/** One source with its files and conflicts, or all of them if they are folders. */
export function SourceView({
  project,
  sources,
  shown,
  files,
  conflicts,
}: {
  readonly project: ProjectReply
  readonly sources: readonly SourceReply[]
  /** The source to show; undefined: all. */
  readonly shown: SourceReply | undefined
  readonly files: readonly FileReply[]
  /** Those of the shown source. */
  readonly conflicts: { readonly conflicts: readonly ConflictReply[]; readonly total: number }
}) {
  const { slug } = project
  const own = { files: filesOf(files, shown), conflicts }
  if (shown?.kind === 'git')
    return (
      <RepositoryView
        key={shown.id}
        project={slug}
        source={shown.id}
        between={(state) =>
          project.branchOf === null ? <TranslationBranches project={slug} state={state} /> : null
        }
      >
        <RepositoryFiles project={slug} source={shown.id} {...own} />
      </RepositoryView>
    )
  return (
    <>
      {sources.length === 0 ? null : (
        <SourceList project={slug} sources={shown === undefined ? sources : [shown]} />
      )}
      <SourceFiles key={shown?.id} project={slug} place="folder" {...own} />
    </>
  )
}
