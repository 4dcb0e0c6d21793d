import { Page } from '../ui/Page.tsx'

export function ActivityRoute() {
  return <Page title="Activity">{null}</Page>
}
