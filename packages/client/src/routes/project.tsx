import { useParams } from '@tanstack/react-router'
import { Shell } from '../app/shell/Shell.tsx'

export function ProjectRoute() {
  const { project } = useParams({ from: '/p/$project' })
  return <Shell key={project} project={project} />
}
