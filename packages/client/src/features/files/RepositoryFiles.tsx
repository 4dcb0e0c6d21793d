import { useQuery } from '@tanstack/react-query'
import { gitQueries } from './queries.ts'
import { SourceFiles, type SourceFilesProps } from './SourceFiles.tsx'

/** The files of a connected branch; those with unsent changes are marked. */
export function RepositoryFiles({
  source,
  ...props
}: Omit<SourceFilesProps, 'place' | 'waiting'> & { readonly source: number }) {
  const { data } = useQuery(gitQueries.waitingFirst(props.project, source))
  const waiting = new Map(
    data?.paths.map(({ path, isSent }) => [path, isSent ? ('merge' as const) : ('sending' as const)]),
  )
  return <SourceFiles {...props} place="repository" waiting={waiting} />
}
