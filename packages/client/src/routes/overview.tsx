import { Page } from '../ui/Page.tsx'

export function OverviewRoute() {
  return <Page title="Overview">{null}</Page>
}
