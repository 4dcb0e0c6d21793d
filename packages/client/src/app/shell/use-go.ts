import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { projectQueries } from '../../features/projects/queries.ts'
import { lastLanguage } from './last-language.ts'
import type { PlaceId } from './places.ts'

/** Gives the function that goes to a screen of the project. */
export function useGo(project: string): (place: PlaceId) => void {
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(projectQueries.get(project))
  return (place) => {
    if (place === 'translate') {
      void navigate({
        to: '/p/$project/translate/$language',
        params: { project, language: lastLanguage(data) },
        search: {},
      })
      return
    }
    void navigate({ to: `/p/$project/${place}`, params: { project } })
  }
}
