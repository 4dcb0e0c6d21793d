import { Page } from '../ui/Page.tsx'

export function SetupRoute() {
  return <Page title="Setup">{null}</Page>
}
