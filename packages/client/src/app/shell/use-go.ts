import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { projectQueries } from '../../features/projects/queries.ts'
import { useWork } from '../../lib/access/use-work.ts'
import { isOfParent, type RailScreenId } from '../screens.ts'

/**
 * Returns the function that opens a screen of the project; from a translation branch, shared screens open in
 * its project.
 */
export function useGo(project: string): (place: RailScreenId) => void {
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  const { translate } = useWork(data)
  return (place) => {
    if (place === 'translate') {
      void navigate({
        to: '/p/$project/translate/$language',
        params: { project, language: translate },
        search: {},
      })
      return
    }
    const shared = isOfParent(place) ? data.branchOf?.slug : undefined
    void navigate({ to: `/p/$project/${place}`, params: { project: shared ?? project } })
  }
}
