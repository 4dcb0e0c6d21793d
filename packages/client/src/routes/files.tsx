import { Page } from '../ui/Page.tsx'

export function FilesRoute() {
  return <Page title="Files">{null}</Page>
}
