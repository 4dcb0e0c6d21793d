import { Page } from '../ui/Page.tsx'

export function ProjectsRoute() {
  return <Page title="Projects">{null}</Page>
}
