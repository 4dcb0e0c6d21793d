import { Page } from '../ui/Page.tsx'

export function SettingsRoute() {
  return <Page title="Settings">{null}</Page>
}
