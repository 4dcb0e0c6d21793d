import { Page } from '../ui/Page.tsx'

export function KeysRoute() {
  return <Page title="Keys">{null}</Page>
}
